/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Standard output and standard error. Text is UTF-8 and is turned into what the terminal can show; results go to
 * standard output, everything else to standard error. */

gboolean ds_console_is_terminal (int fd);
guint ds_console_get_width (int fd); /* columns; 80 where unknown */

guint ds_console_get_text_width (
    void); /* of results on standard output: the terminal's, else 0 for as wide as they are */

/* Columns that text takes: two for wide characters, none for combining marks */
guint ds_console_measure (const char *text);
/* At most so many columns of text, "…" where something is cut off; (transfer full) */
char *ds_console_ellipsize (const char *text, guint columns);
/* Lines of at most so many columns, broken at spaces or between wide characters; each after the first starts with
 * indent spaces. (transfer full), with a final newline */
char *ds_console_wrap (const char *text, guint columns, guint indent);

/* Text that came from outside, such as a file's name, without the power to command the terminal: control characters
 * become "\x1b". Messages, errors and tables do so by themselves. (transfer full) */
char *ds_console_escape (const char *text);

/* FALSE, once said on standard error, where standard output cannot take it */
gboolean ds_console_print (const char *text);
gboolean ds_console_print_bytes (GBytes *bytes); /* as they are */

void ds_console_message (const char *format, ...) G_GNUC_PRINTF (1, 2); /* a line on standard error */
void ds_console_error (const char *sentence);   /* "drivescope-cli: sentence" on standard error */
void ds_console_write_error (const char *text); /* without a newline, for a line that is redrawn */

G_END_DECLS
