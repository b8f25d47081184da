/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-arguments.h"

G_BEGIN_DECLS

#define DS_EXIT_FINISHED    0
#define DS_EXIT_FAILED      1
#define DS_EXIT_USAGE       2
#define DS_EXIT_INTERRUPTED 130

/* A command is one of these in a translation unit of its own, and its line in ds-terminal.c. */
typedef struct {
  const char *name;
  const char *usage;          /* what follows the name: "SUITE TARGET [--OPTION=VALUE]…" */
  const char *summary;        /* N_(): a sentence */
  const DsArgument *options;  /* ends with a NULL name */
  guint min_words, max_words; /* of what is no option */
  gboolean open;              /* takes options beyond its table, which it looks at itself */
  int (*run) (DsArguments *arguments);
  void (*help) (DsArguments *arguments); /* (nullable): what it prints below its options */
} DsCommand;

extern const DsCommand ds_command_health;
extern const DsCommand ds_command_list;
extern const DsCommand ds_command_suites;
extern const DsCommand ds_command_run;
extern const DsCommand ds_command_render;
extern const DsCommand ds_command_history;
extern const DsCommand ds_command_compare;
extern const DsCommand ds_command_export;
extern const DsCommand ds_command_import;

G_END_DECLS
