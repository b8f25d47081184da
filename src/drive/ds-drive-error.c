/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-drive-error.h"

#include <glib/gi18n.h>

/* clang-format off */
G_DEFINE_QUARK (ds-drive-error-quark, ds_drive_error)
/* clang-format on */

static const struct {
  const char *id; /* of ds_nvme_result_id() */
  DsDriveErrorCode code;
  const char *sentence; /* %s: the controller */
} sentences[] = {
  { "not-permitted", DS_DRIVE_ERROR_PERMISSION,
    N_ ("Reading the health of %s needs an administrator's permission.") },
  { "not-found", DS_DRIVE_ERROR_NOT_FOUND, N_ ("There is no NVMe controller %s any more.") },
  { "gone", DS_DRIVE_ERROR_GONE, N_ ("The drive at %s was removed or stopped working.") },
  { "not-supported", DS_DRIVE_ERROR_NOT_SUPPORTED, N_ ("The drive at %s does not offer this.") },
  { "busy", DS_DRIVE_ERROR_BUSY, N_ ("The drive at %s is busy. Try again later.") },
  { "timed-out", DS_DRIVE_ERROR_TIMED_OUT, N_ ("The drive at %s did not answer in time.") },
};

/* One "%s" of a translated sentence, put in without a format that the compiler cannot check */
static GError *
new_with_name (DsDriveErrorCode code, const char *sentence, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (sentence, "%s", 2);
  g_autofree char *message = g_strjoinv (name, parts);

  return g_error_new_literal (DS_DRIVE_ERROR, (int) code, message);
}

GError *
ds_drive_error_new_nvme (const char *controller, DsNvmeResult result)
{
  const char *id = ds_nvme_result_id (result);

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    if (g_str_equal (sentences[i].id, id))
      return new_with_name (sentences[i].code, _ (sentences[i].sentence), controller);

  if (result.status != 0)
    return g_error_new (DS_DRIVE_ERROR, DS_DRIVE_ERROR_REFUSED,
                        _ ("The drive at %s refused to answer (NVMe status 0x%x)."), controller, result.status);
  return g_error_new (DS_DRIVE_ERROR, DS_DRIVE_ERROR_FAILED, _ ("The drive at %s could not be asked: %s."),
                      controller, g_strerror (result.error));
}

typedef enum {
  BUS_OTHER,
  BUS_NO_SERVICE,
  BUS_DENIED,
  BUS_NEEDS_PASSWORD,
  BUS_DISMISSED,
  BUS_TIMED_OUT,
  BUS_UNKNOWN_OBJECT,
  BUS_NOT_SUPPORTED,
  BUS_BUSY,
} BusAnswer;

static const struct {
  const char *name;
  BusAnswer answer;
} bus_errors[] = {
  { "org.freedesktop.DBus.Error.ServiceUnknown", BUS_NO_SERVICE },
  { "org.freedesktop.DBus.Error.NameHasNoOwner", BUS_NO_SERVICE },
  { "org.freedesktop.DBus.Error.Disconnected", BUS_NO_SERVICE },
  { "org.freedesktop.DBus.Error.AccessDenied", BUS_DENIED },
  { "org.freedesktop.UDisks2.Error.NotAuthorized", BUS_DENIED },
  { "org.freedesktop.UDisks2.Error.NotAuthorizedCanObtain", BUS_NEEDS_PASSWORD },
  { "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", BUS_NEEDS_PASSWORD },
  { "org.freedesktop.UDisks2.Error.NotAuthorizedDismissed", BUS_DISMISSED },
  { "org.freedesktop.UDisks2.Error.Timedout", BUS_TIMED_OUT },
  { "org.freedesktop.DBus.Error.NoReply", BUS_TIMED_OUT },
  { "org.freedesktop.DBus.Error.Timeout", BUS_TIMED_OUT },
  { "org.freedesktop.DBus.Error.TimedOut", BUS_TIMED_OUT },
  { "org.freedesktop.DBus.Error.UnknownObject", BUS_UNKNOWN_OBJECT },
  { "org.freedesktop.DBus.Error.UnknownMethod", BUS_NOT_SUPPORTED },
  { "org.freedesktop.DBus.Error.UnknownInterface", BUS_NOT_SUPPORTED },
  { "org.freedesktop.UDisks2.Error.NotSupported", BUS_NOT_SUPPORTED },
  { "org.freedesktop.UDisks2.Error.DeviceBusy", BUS_BUSY },
};

static BusAnswer
classify (const GError *cause)
{
  g_autofree char *name = g_dbus_error_get_remote_error (cause);

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (bus_errors); i++)
    if (g_str_equal (bus_errors[i].name, name))
      return bus_errors[i].answer;
  /* The service could be started by the bus, and could not. */
  if (name != NULL && g_str_has_prefix (name, "org.freedesktop.DBus.Error.Spawn."))
    return BUS_NO_SERVICE;
  if (name != NULL)
    return BUS_OTHER;
  /* Without an error of the other side it is the bus itself that fails. */
  return g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) ? BUS_TIMED_OUT : BUS_NO_SERVICE;
}

GError *
ds_drive_error_new_udisks (const char *device, gboolean interactive, const GError *cause)
{
  g_autoptr (GError) plain = NULL;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_error_copy (cause);
  switch (classify (cause)) {
  case BUS_NO_SERVICE:
    return g_error_new_literal (DS_DRIVE_ERROR, DS_DRIVE_ERROR_NO_SERVICE,
                                _ ("UDisks2, the service that reads drives for people, does not run here. Install "
                                   "the package udisks2, or start its service."));
  case BUS_DENIED:
    return new_with_name (DS_DRIVE_ERROR_PERMISSION,
                          _ ("The rules of this system do not let you read %s. Ask its administrator."), device);
  case BUS_NEEDS_PASSWORD:
    if (interactive)
      return new_with_name (DS_DRIVE_ERROR_NO_AGENT,
                            _ ("Reading %s needs an administrator's password, and no program runs here that could "
                               "ask for it. Start a polkit agent, or run this as root."),
                            device);
    return new_with_name (DS_DRIVE_ERROR_PERMISSION,
                          _ ("Reading %s needs an administrator's password, which was not asked for."), device);
  case BUS_DISMISSED:
    return new_with_name (DS_DRIVE_ERROR_DISMISSED, _ ("%s was not read, because no password was given."), device);
  case BUS_TIMED_OUT:
    return new_with_name (DS_DRIVE_ERROR_TIMED_OUT,
                          _ ("UDisks2 did not answer about %s in time. Try again later."), device);
  case BUS_UNKNOWN_OBJECT:
    return new_with_name (DS_DRIVE_ERROR_GONE, _ ("UDisks2 does not know %s any more: it may have been removed."),
                          device);
  case BUS_NOT_SUPPORTED:
    return new_with_name (DS_DRIVE_ERROR_NOT_SUPPORTED, _ ("UDisks2 cannot do this for %s."), device);
  case BUS_BUSY:
    return new_with_name (DS_DRIVE_ERROR_BUSY, _ ("The drive at %s is busy. Try again later."), device);
  case BUS_OTHER:
  default:
    plain = g_error_copy (cause);
    g_dbus_error_strip_remote_error (plain);
    return g_error_new (DS_DRIVE_ERROR, DS_DRIVE_ERROR_FAILED, _ ("UDisks2 could not read %s: %s"), device,
                        plain->message);
  }
}
