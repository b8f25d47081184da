/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-detail.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-chart-view.h"
#include "ds-format.h"
#include "ds-gauge.h"
#include "ds-health-history.h"
#include "ds-health-values.h"
#include "ds-ui.h"
#include "ds-wrap-box.h"

/* Where no limit is known, the bow ends at what is hot for any drive. */
#define HOTTEST 90
#define COLDEST 0
/* What the rules call worn */
#define LITTLE_LIFE 10
#define DAY         86400.0
#define MOST_POINTS 2000
/* Of a value on one line */
#define MOST_CHARS 24

typedef enum {
  CURVE_NOW,
  CURVE_TEMPERATURE,
  CURVE_LIFE,
  CURVE_WRITTEN,
  N_CURVES,
} Curve;

struct _DsHealthDetail {
  GtkWidget parent_instance;

  GtkWidget *sheet;
  GtkImage *icon;
  GtkLabel *title, *below, *grade, *reason, *written, *read, *hours, *source, *temperatures;
  GtkDrawingArea *temperature, *life;
  GtkWidget *curve_box;
  GtkDropDown *curve_choice;
  DsChartView *curve;
  AdwPreferencesGroup *features, *values;
  GtkButton *full_button;

  GPtrArray *rows; /* (element-type GtkWidget): of both groups */
  char *name;      /* of the drive that is shown */
  DsHealth *health;
  GArray *readings;       /* (nullable) */
  GArray *now_x, *now_y;  /* (element-type double): temperature since the drive is shown */
  int sensor;             /* the last one of it, DS_TEMPERATURE_UNKNOWN */
  Curve curves[N_CURVES]; /* what the choice offers, in its order */
  guint n_curves;
  gboolean choosing; /* the choice is being filled, not made */
};

G_DEFINE_FINAL_TYPE (DsHealthDetail, ds_health_detail, GTK_TYPE_WIDGET)

enum {
  READ_FULL,
  COPY_TEXT,
  SAVE_PICTURE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

const char *
ds_health_detail_get_icon (const DsDrive *drive)
{
  if (drive->kind == DS_DRIVE_MMC)
    return "media-flash-symbolic";
  if (drive->kind == DS_DRIVE_USB || drive->removable)
    return "drive-removable-media-symbolic";
  if (drive->kind == DS_DRIVE_VIRTUAL)
    return "drive-multidisk-symbolic";
  return drive->rotational ? "drive-harddisk-symbolic" : "drive-harddisk-solidstate-symbolic";
}

/* ---- Gauges ---- */

static int
get_temperature (DsHealthDetail *self)
{
  if (self->sensor != DS_TEMPERATURE_UNKNOWN)
    return self->sensor;
  return self->health != NULL ? self->health->temperature : DS_TEMPERATURE_UNKNOWN;
}

static double
get_limit (int temperature)
{
  return temperature != DS_TEMPERATURE_UNKNOWN ? temperature : NAN;
}

static void
draw (GtkDrawingArea *area, const DsGauge *gauge, cairo_t *cr, int width, int height)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (area));
  const char *font = pango_font_description_get_family (pango_context_get_font_description (context));

  ds_gauge_draw (gauge, adw_style_manager_get_dark (adw_style_manager_get_default ()), font, cr, width, height);
}

static void
draw_temperature_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  DsHealthDetail *self = data;
  int temperature = get_temperature (self);
  g_autofree char *figure =
      temperature != DS_TEMPERATURE_UNKNOWN ? ds_format_number (temperature, 0) : g_strdup ("—");
  DsGauge gauge = { .value = get_limit (temperature),
                    .least = COLDEST,
                    .greatest = HOTTEST,
                    .warning = NAN,
                    .critical = NAN,
                    .figure = figure,
                    .unit = "°C" };

  if (self->health != NULL) {
    gauge.warning = get_limit (self->health->warning_temperature);
    gauge.critical = get_limit (self->health->critical_temperature);
    if (gauge.critical + 5 > gauge.greatest)
      gauge.greatest = gauge.critical + 5;
  }
  draw (area, &gauge, cr, width, height);
}

static void
draw_life_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  DsHealthDetail *self = data;
  int life = self->health != NULL ? self->health->life_left : DS_PERCENT_UNKNOWN;
  g_autofree char *figure = life != DS_PERCENT_UNKNOWN ? ds_format_number (life, 0) : g_strdup ("—");

  draw (area,
        &(DsGauge){ .value = life != DS_PERCENT_UNKNOWN ? life : NAN,
                    .least = 0,
                    .greatest = 100,
                    .warning = LITTLE_LIFE,
                    .critical = NAN,
                    .low_is_bad = TRUE,
                    .figure = figure,
                    .unit = "%" },
        cr, width, height);
}

static void
describe (GtkDrawingArea *area, const char *name, const char *value)
{
  g_autofree char *text = g_strdup_printf (_ ("%s: %s"), name, value);

  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (area));
}

static void
show_gauges (DsHealthDetail *self)
{
  g_autofree char *temperature = ds_health_format_temperature (get_temperature (self));
  g_autofree char *life = self->health != NULL ? ds_health_format_life (self->health) : g_strdup ("—");

  describe (self->temperature, _ ("Temperature"), temperature);
  describe (self->life, _ ("Life left"), life);
}

/* ---- Curves ---- */

static double
get_reading (const DsHealthReading *reading, Curve curve)
{
  switch (curve) {
  case CURVE_LIFE:
    return reading->life_left != DS_PERCENT_UNKNOWN ? reading->life_left : NAN;
  case CURVE_WRITTEN:
    return reading->bytes_written / DS_TB;
  case CURVE_TEMPERATURE:
  default:
    return get_limit (reading->temperature);
  }
}

/* In days since the first reading; hours where it is not long ago */
static DsSeries *
series_of (DsHealthDetail *self, Curve curve)
{
  static const struct {
    const char *name, *unit;
  } names[N_CURVES] = {
    [CURVE_NOW] = { "drive-temperature", "°C" },
    [CURVE_TEMPERATURE] = { "drive-temperature", "°C" },
    [CURVE_LIFE] = { "life-left", "%" },
    [CURVE_WRITTEN] = { "total-written", "TB" },
  };
  DsSeries *series;
  gint64 first = 0;
  double span = 0;

  if (self->readings != NULL && self->readings->len > 0) {
    first = g_array_index (self->readings, DsHealthReading, 0).time;
    span = (double) (g_array_index (self->readings, DsHealthReading, self->readings->len - 1).time - first);
  }
  series = ds_series_new (names[curve].name, curve != CURVE_NOW && span >= 2 * DAY ? "d" : "s", names[curve].unit);
  if (curve == CURVE_NOW) {
    g_array_append_vals (series->x, self->now_x->data, self->now_x->len);
    g_array_append_vals (series->y, self->now_y->data, self->now_y->len);
    return series;
  }
  for (guint i = 0; self->readings != NULL && i < self->readings->len; i++) {
    const DsHealthReading *reading = &g_array_index (self->readings, DsHealthReading, i);
    double value = get_reading (reading, curve);
    double seconds = (double) (reading->time - first);

    /* A clock that was set back would draw backwards. */
    if (!isnan (value) && (series->x->len == 0 || seconds >= 0))
      ds_series_add_point (series, span >= 2 * DAY ? seconds / DAY : seconds, value);
  }
  return series;
}

static const char *
get_curve_title (Curve curve)
{
  switch (curve) {
  case CURVE_TEMPERATURE:
    return _ ("Temperature, all readings");
  case CURVE_LIFE:
    return _ ("Life left, all readings");
  case CURVE_WRITTEN:
    return _ ("Written in total, all readings");
  case CURVE_NOW:
  default:
    return _ ("Temperature since this page was opened");
  }
}

static void
show_curve (DsHealthDetail *self)
{
  guint selected = gtk_drop_down_get_selected (self->curve_choice);
  g_autoptr (DsReport) report = NULL;
  DsTargetDrive *drive;

  gtk_widget_set_visible (self->curve_box, self->n_curves > 0);
  if (selected >= self->n_curves)
    return;
  report = ds_report_new ("health");
  g_free (report->view);
  report->view = g_strdup ("trace");
  report->title = g_strdup (get_curve_title (self->curves[selected]));
  drive = ds_target_drive_new ();
  drive->model = g_strdup (gtk_label_get_label (self->title));
  g_ptr_array_add (report->target.drives, drive);
  g_ptr_array_add (report->series, series_of (self, self->curves[selected]));
  ds_chart_view_set_report (self->curve, report, DS_UNIT_MB_S);
}

static gboolean
has_curve (DsHealthDetail *self, Curve curve)
{
  guint count = 0;

  if (curve == CURVE_NOW)
    return self->now_x->len >= 2;
  for (guint i = 0; self->readings != NULL && i < self->readings->len && count < 2; i++)
    count += !isnan (get_reading (&g_array_index (self->readings, DsHealthReading, i), curve));
  return count >= 2;
}

/* What there is to see; what was chosen stays chosen. */
static void
fill_choice (DsHealthDetail *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint selected = gtk_drop_down_get_selected (self->curve_choice);
  Curve chosen = selected < self->n_curves ? self->curves[selected] : CURVE_NOW;
  guint before = self->n_curves;
  gboolean same = TRUE;

  self->n_curves = 0;
  selected = 0;
  for (Curve curve = CURVE_NOW; curve < N_CURVES; curve++) {
    if (!has_curve (self, curve))
      continue;
    same = same && self->n_curves < before && self->curves[self->n_curves] == curve;
    if (curve == chosen)
      selected = self->n_curves;
    self->curves[self->n_curves++] = curve;
    gtk_string_list_append (list, get_curve_title (curve));
  }
  if (!same || self->n_curves != before) {
    self->choosing = TRUE;
    gtk_drop_down_set_model (self->curve_choice, G_LIST_MODEL (list));
    gtk_drop_down_set_selected (self->curve_choice, self->n_curves > 0 ? selected : GTK_INVALID_LIST_POSITION);
    self->choosing = FALSE;
  }
  show_curve (self);
}

static void
curve_chosen_cb (DsHealthDetail *self)
{
  if (!self->choosing)
    show_curve (self);
}

static void
show_temperatures (DsHealthDetail *self, const DsTemperatures *temperatures)
{
  g_autofree char *idle = ds_health_format_temperature (temperatures->idle);
  g_autofree char *least = ds_health_format_temperature (temperatures->minimum);
  g_autofree char *average =
      ds_health_format_temperature ((int) lrint (ds_temperatures_get_average (temperatures)));
  g_autofree char *greatest = ds_health_format_temperature (temperatures->maximum);
  g_autofree char *text =
      g_strdup_printf (_ ("At first %s · lowest %s · average %s · highest %s"), idle, least, average, greatest);

  if (temperatures->warning != DS_TEMPERATURE_UNKNOWN) {
    g_autofree char *warm = ds_format_duration (temperatures->seconds_warm);
    g_autofree char *time = g_strdup_printf (_ ("%s at the warning temperature or above"), warm);
    g_autofree char *both = g_strdup_printf ("%s · %s", text, time);

    gtk_label_set_label (self->temperatures, both);
  } else {
    gtk_label_set_label (self->temperatures, text);
  }
  gtk_widget_set_visible (GTK_WIDGET (self->temperatures), temperatures->count >= 2);
}

void
ds_health_detail_add_temperature (DsHealthDetail *self, const DsTemperatures *temperatures)
{
  double value = temperatures->current;

  g_return_if_fail (DS_IS_HEALTH_DETAIL (self));
  self->sensor = temperatures->current;
  /* A page that stays open for days keeps the last hours. */
  if (self->now_x->len >= MOST_POINTS) {
    g_array_remove_range (self->now_x, 0, MOST_POINTS / 10);
    g_array_remove_range (self->now_y, 0, MOST_POINTS / 10);
  }
  g_array_append_val (self->now_x, temperatures->seconds);
  g_array_append_val (self->now_y, value);
  show_temperatures (self, temperatures);
  show_gauges (self);
  fill_choice (self);
}

/* ---- Texts and tables ---- */

static void
add_rows (DsHealthDetail *self, AdwPreferencesGroup *group, GPtrArray *values)
{
  for (guint i = 0; i < values->len; i++) {
    const DsHealthValue *value = values->pdata[i];
    GtkWidget *row = adw_action_row_new ();
    GtkWidget *label = gtk_label_new (value->value);

    adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), value->name);
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), value->meaning);
    adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
    adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
    gtk_label_set_wrap (GTK_LABEL (label), g_utf8_strlen (value->value, -1) > MOST_CHARS);
    gtk_label_set_xalign (GTK_LABEL (label), 1);
    gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
    gtk_label_set_width_chars (GTK_LABEL (label), gtk_label_get_wrap (GTK_LABEL (label)) ? MOST_CHARS : -1);
    gtk_label_set_max_width_chars (GTK_LABEL (label), MOST_CHARS);
    gtk_label_set_selectable (GTK_LABEL (label), TRUE);
    gtk_widget_set_focusable (label, FALSE);
    gtk_widget_add_css_class (label, "figure");
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
    gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
    adw_preferences_group_add (group, row);
    g_ptr_array_add (self->rows, row);
  }
  gtk_widget_set_visible (GTK_WIDGET (group), values->len > 0);
}

static void
clear_rows (DsHealthDetail *self)
{
  for (guint i = 0; i < self->rows->len; i++) {
    GtkWidget *row = self->rows->pdata[i];

    adw_preferences_group_remove (
        ADW_PREFERENCES_GROUP (gtk_widget_get_ancestor (row, ADW_TYPE_PREFERENCES_GROUP)), row);
  }
  g_ptr_array_set_size (self->rows, 0);
}

static void
show_verdict (DsHealthDetail *self)
{
  static const char *const classes[] = { "unknown", "good", "watch", "failing" };
  DsVerdictGrade grade = self->health != NULL ? self->health->verdict->grade : DS_VERDICT_UNKNOWN;
  g_autoptr (GString) reason = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->grade), classes[i]);
  gtk_widget_add_css_class (GTK_WIDGET (self->grade), classes[grade]);
  gtk_label_set_label (self->grade, ds_verdict_grade_get_title (grade));
  if (self->health == NULL) {
    gtk_label_set_label (self->reason, _ ("The drive is being asked."));
    return;
  }
  g_string_append (reason, self->health->verdict->reason);
  for (guint i = 0; self->health->verdict->others[i] != NULL; i++)
    g_string_append_printf (reason, "\n%s", self->health->verdict->others[i]);
  gtk_label_set_label (self->reason, reason->str);
}

static char *
dup_source (const DsHealth *health)
{
  g_autoptr (GDateTime) date = health->time > 0 ? g_date_time_new_from_unix_local (health->time) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (health->source != DS_HEALTH_SOURCE_NONE)
    g_string_append_printf (text, "%s: %s", _ ("Source"), ds_health_source_get_title (health->source));
  if (date != NULL) {
    g_autofree char *iso = g_date_time_format_iso8601 (date);
    g_autofree char *when = ds_format_date (iso);

    g_string_append_printf (text, " · %s", when);
  }
  for (guint i = 0; i < health->refusals->len; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", (const char *) health->refusals->pdata[i]);
  return g_strdup (text->str);
}

static void
show_texts (DsHealthDetail *self, const DsDrive *drive)
{
  g_autofree char *title = ds_drive_dup_title (drive);
  g_autofree char *capacity = ds_format_capacity (drive->capacity);
  g_autoptr (GString) below = g_string_new (drive->device);
  g_autoptr (GPtrArray) features = NULL;
  g_autoptr (GPtrArray) values = NULL;
  g_autofree char *written = NULL;
  g_autofree char *read = NULL;
  g_autofree char *hours = NULL;
  g_autofree char *source = NULL;

  gtk_image_set_from_icon_name (self->icon, ds_health_detail_get_icon (drive));
  gtk_label_set_label (self->title, title);
  g_string_append_printf (below, " · %s", capacity);
  if (drive->link != NULL)
    g_string_append_printf (below, " · %s", drive->link);
  gtk_label_set_label (self->below, below->str);
  clear_rows (self);
  gtk_widget_set_visible (GTK_WIDGET (self->features), self->health != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->values), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->source), self->health != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->full_button),
                          self->health != NULL && ds_health_has_more (self->health));
  if (self->health == NULL) {
    gtk_label_set_label (self->written, "—");
    gtk_label_set_label (self->read, "—");
    gtk_label_set_label (self->hours, "—");
    return;
  }
  written = ds_health_format_written (self->health);
  read = ds_health_format_read (self->health);
  hours = ds_health_format_hours (self->health);
  source = dup_source (self->health);
  features = ds_health_list_features (self->health);
  values = ds_health_list_values (self->health);
  gtk_label_set_label (self->written, written);
  gtk_label_set_label (self->read, read);
  gtk_label_set_label (self->hours, hours);
  gtk_label_set_label (self->source, source);
  gtk_widget_set_visible (GTK_WIDGET (self->source), *source != '\0');
  add_rows (self, self->features, features);
  add_rows (self, self->values, values);
}

void
ds_health_detail_show (DsHealthDetail *self, const DsDrive *drive, DsHealth *health, GArray *readings)
{
  g_return_if_fail (DS_IS_HEALTH_DETAIL (self));

  if (g_strcmp0 (self->name, drive->name) != 0) {
    g_free (self->name);
    self->name = g_strdup (drive->name);
    self->sensor = DS_TEMPERATURE_UNKNOWN;
    gtk_widget_set_visible (GTK_WIDGET (self->temperatures), FALSE);
    g_array_set_size (self->now_x, 0);
    g_array_set_size (self->now_y, 0);
    ds_health_detail_set_busy (self, FALSE);
  }
  if (health != NULL)
    ds_health_ref (health);
  g_clear_pointer (&self->health, ds_health_unref);
  self->health = health;
  if (readings != NULL)
    g_array_ref (readings);
  g_clear_pointer (&self->readings, g_array_unref);
  self->readings = readings;

  show_texts (self, drive);
  show_verdict (self);
  show_gauges (self);
  fill_choice (self);
}

void
ds_health_detail_set_busy (DsHealthDetail *self, gboolean busy)
{
  g_return_if_fail (DS_IS_HEALTH_DETAIL (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->full_button), !busy);
}

GdkTexture *
ds_health_detail_render (DsHealthDetail *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  int width = gtk_widget_get_width (self->sheet), height = gtk_widget_get_height (self->sheet);
  int margin = 24, scale = 2;
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GtkSnapshot) snapshot = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  graphene_rect_t page;
  GdkRGBA ground = { 1, 1, 1, 1 };

  if (native == NULL || width == 0 || height == 0)
    return NULL;
  gtk_style_context_lookup_color (gtk_widget_get_style_context (self->sheet), "window_bg_color", &ground);
  page =
      GRAPHENE_RECT_INIT (0, 0, (float) ((width + 2 * margin) * scale), (float) ((height + 2 * margin) * scale));
  paintable = gtk_widget_paintable_new (self->sheet);
  snapshot = gtk_snapshot_new ();
  gtk_snapshot_append_color (snapshot, &ground, &page);
  gtk_snapshot_scale (snapshot, (float) scale, (float) scale);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) margin, (float) margin));
  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (g_steal_pointer (&snapshot));
  return node != NULL ? gsk_renderer_render_texture (gtk_native_get_renderer (native), node, &page) : NULL;
}

/* ---- The object ---- */

static void
full_cb (DsHealthDetail *self)
{
  g_signal_emit (self, signals[READ_FULL], 0);
}

static void
copy_cb (DsHealthDetail *self)
{
  g_signal_emit (self, signals[COPY_TEXT], 0);
}

static void
save_cb (DsHealthDetail *self)
{
  g_signal_emit (self, signals[SAVE_PICTURE], 0);
}

static void
dark_cb (DsHealthDetail *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self->temperature));
  gtk_widget_queue_draw (GTK_WIDGET (self->life));
}

static void
ds_health_detail_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ds_health_detail_parent_class)->dispose (object);
}

static void
ds_health_detail_finalize (GObject *object)
{
  DsHealthDetail *self = DS_HEALTH_DETAIL (object);

  g_ptr_array_unref (self->rows);
  g_free (self->name);
  g_clear_pointer (&self->health, ds_health_unref);
  g_clear_pointer (&self->readings, g_array_unref);
  g_array_unref (self->now_x);
  g_array_unref (self->now_y);
  G_OBJECT_CLASS (ds_health_detail_parent_class)->finalize (object);
}

static void
ds_health_detail_class_init (DsHealthDetailClass *klass)
{
  static const char *const names[N_SIGNALS] = { "read-full", "copy-text", "save-picture" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_health_detail_dispose;
  G_OBJECT_CLASS (klass)->finalize = ds_health_detail_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] =
        g_signal_new (names[i], DS_TYPE_HEALTH_DETAIL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-health-detail.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, sheet);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, icon);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, title);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, below);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, grade);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, reason);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, written);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, read);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, hours);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, source);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, temperature);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, life);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, temperatures);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, curve_box);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, curve_choice);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, curve);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, features);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, values);
  gtk_widget_class_bind_template_child (widget_class, DsHealthDetail, full_button);
  gtk_widget_class_bind_template_callback (widget_class, curve_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, full_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
}

static void
ds_health_detail_init (DsHealthDetail *self)
{
  self->rows = g_ptr_array_new ();
  self->now_x = g_array_new (FALSE, FALSE, sizeof (double));
  self->now_y = g_array_new (FALSE, FALSE, sizeof (double));
  self->sensor = DS_TEMPERATURE_UNKNOWN;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (self->temperature, draw_temperature_cb, self, NULL);
  gtk_drawing_area_set_draw_func (self->life, draw_life_cb, self, NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (dark_cb), self,
                           G_CONNECT_SWAPPED);
}
