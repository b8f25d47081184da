/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-suite.h"

#include <glib/gi18n.h>

#include "ds-suites-private.h"

const DsChoice ds_data_choices[] = {
  { "100", N_ ("Incompressible") },
  { "67", /* xgettext:no-c-format */ N_ ("67 % incompressible") },
  { "46", N_ ("46 % (applications)") },
  { "8", N_ ("8 % (database)") },
  { "0", N_ ("All zero") },
  { NULL },
};

const DsChoice ds_durable_choices[] = {
  { "off", N_ ("Off") },
  { "dsync", N_ ("Each write synchronous") },
  { "flush", N_ ("Flush after each write") },
  { NULL },
};

const DsChoice ds_on_off_choices[] = {
  { "on", N_ ("On") },
  { "off", N_ ("Off") },
  { NULL },
};

const DsChoice ds_engine_choices[] = {
  { "auto", N_ ("Automatic") },
  { "uring", "io_uring" },
  { "sync", N_ ("Synchronous") },
  { "null", N_ ("Null (imaginary drive)") },
  { NULL },
};

const DsChoice ds_op_choices[] = {
  { "all", N_ ("Read and write") },
  { "read", N_ ("Read only") },
  { "write", N_ ("Write only") },
  { "mix", N_ ("Mix only") },
  { NULL },
};

const DsChoice ds_read_write_choices[] = {
  { "all", N_ ("Read and write") },
  { "read", N_ ("Read only") },
  { "write", N_ ("Write only") },
  { NULL },
};

static const char *const view_ids[] = {
  [DS_VIEW_TILES] = "tiles",     [DS_VIEW_BARS] = "bars",     [DS_VIEW_TRACE] = "trace",
  [DS_VIEW_SCATTER] = "scatter", [DS_VIEW_CURVES] = "curves", [DS_VIEW_SURFACE] = "surface",
  [DS_VIEW_TABLE] = "table",
};

const DsSuite *
ds_suites_find (const char *id)
{
  for (const DsSuite *const *suite = ds_suites_list (); *suite; suite++)
    if (g_str_equal ((*suite)->id, id))
      return *suite;
  return NULL;
}

const DsOption *
ds_suite_find_option (const DsSuite *self, const char *id)
{
  for (const DsOption *option = self->options; option->id; option++)
    if (g_str_equal (option->id, id))
      return option;
  return NULL;
}

const char *
ds_view_get_id (DsView view)
{
  return view_ids[view];
}
