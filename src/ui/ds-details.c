/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-details.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-cell-text.h"
#include "ds-ui.h"

struct _DsDetails {
  AdwBin parent_instance;

  GtkLabel *title;
  GtkBox *content;

  const DsCell *cell; /* compared only */
  guint runs;
  gint shown_run;
  DsCellState state;
};

enum { CLOSE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DsDetails, ds_details, ADW_TYPE_BIN)

static GtkWidget *
new_label (const char *text, double xalign, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkGrid *
add_section (DsDetails *self, const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 5);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  if (title != NULL)
    gtk_box_append (GTK_BOX (box), new_label (title, 0, "caption-heading"));
  gtk_box_append (GTK_BOX (box), grid);
  gtk_box_append (self->content, box);
  return GTK_GRID (grid);
}

/* Takes value. A line whose value is not known is left out. */
static void
add_line (GtkGrid *grid, const char *name, char *value)
{
  GtkWidget *child = gtk_widget_get_last_child (GTK_WIDGET (grid));
  GtkWidget *label;
  GtkWidget *figure;
  int line = 0;

  if (value == NULL)
    return;
  if (child != NULL) {
    gtk_grid_query_child (grid, child, NULL, &line, NULL, NULL);
    line++;
  }
  label = new_label (name, 0, "dim-label");
  gtk_widget_set_hexpand (label, TRUE);
  figure = new_label (value, 1, "numeric");
  gtk_label_set_selectable (GTK_LABEL (figure), TRUE);
  gtk_label_set_wrap (GTK_LABEL (figure), TRUE);
  gtk_grid_attach (grid, label, 0, line, 1, 1);
  gtk_grid_attach (grid, figure, 1, line, 1, 1);
  g_free (value);
}

static char *
dup_latency (double nanoseconds)
{
  return isnan (nanoseconds) ? NULL : ds_format_latency (nanoseconds);
}

static char *
dup_rate (double mb_s)
{
  g_autofree char *number = NULL;

  if (isnan (mb_s))
    return NULL;
  number = ds_format_figure (mb_s);
  return g_strdup_printf ("%s %s", number, ds_unit_get_label (DS_UNIT_MB_S));
}

static char *
dup_iops (double iops)
{
  return isnan (iops) ? NULL : ds_format_number (iops, 0);
}

static void
add_latency (GtkGrid *grid, const DsLatency *latency)
{
  add_line (grid, _ ("Mean"), dup_latency (latency->mean));
  add_line (grid, "p50", dup_latency (latency->p50));
  add_line (grid, "p90", dup_latency (latency->p90));
  add_line (grid, "p99", dup_latency (latency->p99));
  add_line (grid, "p99.9", dup_latency (latency->p99_9));
  add_line (grid, "p99.99", dup_latency (latency->p99_99));
  add_line (grid, "p99.999", dup_latency (latency->p99_999));
  add_line (grid, _ ("Longest"), dup_latency (latency->max));
}

static void
add_figures (DsDetails *self, const DsCell *cell, const DsRun *run)
{
  GtkGrid *grid = add_section (self, _ ("Shown run"));
  double spread = ds_cell_get_spread_percent (cell);

  add_line (grid, _ ("Rate"), dup_rate (ds_figures_get_mb_s (&run->total)));
  add_line (grid, "IOPS", dup_iops (ds_figures_get_iops (&run->total)));
  if (cell->op == DS_OP_MIX) {
    add_line (grid, _ ("Reads"), dup_rate (ds_figures_get_mb_s (&run->part[0])));
    add_line (grid, _ ("Writes"), dup_rate (ds_figures_get_mb_s (&run->part[1])));
  }
  add_line (grid, _ ("Median of the runs"), dup_rate (ds_cell_get_median_mb_s (cell)));
  add_line (grid, _ ("Slowest run"), dup_rate (ds_cell_get_min_mb_s (cell)));
  if (!isnan (spread)) {
    g_autofree char *percent = ds_format_percent (spread);

    add_line (grid, _ ("Spread"), g_strdup_printf ("± %s", percent));
  }
  if (!isnan (run->cpu_share))
    add_line (grid, _ ("CPU share"), ds_format_percent (run->cpu_share * 100));

  add_latency (add_section (self, _ ("Latency")), &run->total.latency);
  if (cell->op == DS_OP_MIX) {
    add_latency (add_section (self, _ ("Latency of reads")), &run->part[0].latency);
    add_latency (add_section (self, _ ("Latency of writes")), &run->part[1].latency);
  }
  if (!isnan (run->flush.mean) && run->flush.mean > 0)
    add_latency (add_section (self, _ ("Latency of flushes")), &run->flush);
}

static void
add_runs (DsDetails *self, const DsCell *cell)
{
  GtkGrid *grid = add_section (self, _ ("Runs"));
  const char *const heads[] = { _ ("Run"), ds_unit_get_label (DS_UNIT_MB_S), "IOPS", _ ("Mean") };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++) {
    GtkWidget *head = new_label (heads[i], i == 0 ? 0 : 1, "dim-label");

    gtk_widget_add_css_class (head, "caption");
    gtk_widget_set_hexpand (head, TRUE);
    gtk_grid_attach (grid, head, i, 0, 1, 1);
  }
  for (guint i = 0; i < cell->runs->len; i++) {
    const DsRun *run = &g_array_index (cell->runs, DsRun, i);
    g_autofree char *number = g_strdup_printf ("%u", i + 1);
    g_autofree char *mb_s = ds_format_figure (ds_figures_get_mb_s (&run->total));
    g_autofree char *iops = ds_format_number (ds_figures_get_iops (&run->total), 0);
    g_autofree char *mean = ds_format_latency (run->total.latency.mean);
    const char *const texts[] = { number, mb_s, iops, mean };

    for (guint k = 0; k < G_N_ELEMENTS (texts); k++) {
      GtkWidget *label = new_label (texts[k], k == 0 ? 0 : 1, "numeric");

      /* The run whose numbers the tile shows */
      if ((gint) i == cell->shown)
        gtk_widget_add_css_class (label, "heading");
      gtk_grid_attach (grid, label, k, i + 1, 1, 1);
    }
  }
}

static void
add_method (DsDetails *self, const DsCell *cell)
{
  GtkGrid *grid = add_section (self, _ ("How it was measured"));
  const DsRun *run = ds_cell_get_shown (cell);

  add_line (grid, _ ("Block size"), ds_format_size (cell->block_size));
  add_line (grid, _ ("Queue depth"), g_strdup_printf ("%u", cell->queue_depth));
  add_line (grid, _ ("Threads"), g_strdup_printf ("%u", cell->threads));
  if (cell->op == DS_OP_MIX)
    add_line (grid, _ ("Reads"), ds_format_percent (cell->read_percent));
  add_line (grid, _ ("Direct I/O"), g_strdup (cell->direct ? _ ("Yes") : _ ("No, buffered")));
  if (cell->op != DS_OP_READ) {
    add_line (grid, _ ("Durable writes"),
              g_strdup (g_strcmp0 (cell->durable, "dsync") == 0   ? _ ("Each write on stable media")
                        : g_strcmp0 (cell->durable, "flush") == 0 ? _ ("Flushed after each write")
                                                                  : _ ("No")));
    add_line (grid, _ ("Incompressible data"), ds_format_percent (cell->data));
  }
  if (run != NULL) {
    g_autofree char *seconds = ds_format_number (run->total.seconds, 2);
    g_autofree char *bytes = ds_format_capacity (run->total.bytes);

    add_line (grid, _ ("Measured time"), g_strdup_printf (_ ("%s s"), seconds));
    add_line (grid, _ ("Moved"), g_steal_pointer (&bytes));
  }
}

static void
close_cb (DsDetails *self)
{
  g_signal_emit (self, signals[CLOSE], 0);
}

static void
ds_details_class_init (DsDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[CLOSE] = g_signal_new ("close", DS_TYPE_DETAILS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-details.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsDetails, title);
  gtk_widget_class_bind_template_child (widget_class, DsDetails, content);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
}

static void
ds_details_init (DsDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
ds_details_set_cell (DsDetails *self, const DsCell *cell)
{
  g_autofree char *title = NULL;
  const DsRun *run;
  GtkWidget *child;

  g_return_if_fail (DS_IS_DETAILS (self));

  if (cell != NULL && cell == self->cell && cell->runs->len == self->runs && cell->shown == self->shown_run &&
      cell->state == self->state)
    return;
  self->cell = cell;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->content))) != NULL)
    gtk_box_remove (self->content, child);
  if (cell == NULL) {
    gtk_label_set_text (self->title, "");
    return;
  }
  self->runs = cell->runs->len;
  self->shown_run = cell->shown;
  self->state = cell->state;

  title = ds_cell_text_title (cell);
  gtk_label_set_text (self->title, title);
  run = ds_cell_get_shown (cell);
  if (run == NULL) {
    g_autofree char *figure = ds_cell_text_figure (cell, DS_UNIT_MB_S);
    GtkWidget *label = new_label (cell->note != NULL ? cell->note : figure, 0, "dim-label");

    gtk_label_set_wrap (GTK_LABEL (label), TRUE);
    gtk_box_append (self->content, label);
  } else {
    add_figures (self, cell, run);
    add_runs (self, cell);
  }
  add_method (self, cell);
}
