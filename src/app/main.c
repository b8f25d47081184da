/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include <locale.h>

#include "ds-application.h"

int
main (int argc, char *argv[])
{
  g_autoptr (DsApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, DS_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = ds_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
