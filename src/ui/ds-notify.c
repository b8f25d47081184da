/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-notify.h"

#include <glib/gi18n.h>

static gboolean
is_heard (GApplication *application)
{
  return application != NULL && g_application_get_dbus_connection (application) != NULL;
}

void
ds_notify_finished (GApplication *application, DsReport *report)
{
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *target = NULL;
  g_autofree char *body = NULL;

  if (!is_heard (application))
    return;
  target = ds_report_dup_target_title (report);
  notification = g_notification_new (report->state == DS_STATE_FAILED ? _ ("Measurement failed")
                                                                      : _ ("Measurement finished"));
  body = report->state == DS_STATE_FAILED && report->error != NULL
             ? g_strdup (report->error)
             : g_strdup_printf (_ ("%s has been measured."), target);
  g_notification_set_body (notification, body);
  g_notification_set_default_action (notification, "app.activate");
  g_application_send_notification (application, "finished", notification);
}

char *
ds_notify_worse (GApplication *application, DsHealth *health)
{
  g_autofree char *drive = ds_drive_dup_title (health->drive);
  char *title = g_strdup_printf (_ ("%s: %s"), drive, ds_verdict_grade_get_title (health->verdict->grade));
  g_autoptr (GNotification) notification = NULL;

  if (!is_heard (application))
    return title;
  notification = g_notification_new (title);
  g_notification_set_body (notification, health->verdict->reason);
  if (health->verdict->grade == DS_VERDICT_FAILING)
    g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_URGENT);
  g_notification_set_default_action (notification, "app.activate");
  g_application_send_notification (application, health->drive->name, notification);
  return title;
}
