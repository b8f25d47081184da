/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* A UDisks2 on a private bus, which says what a test tells it to. It answers in a thread of its own. */

typedef struct _FakeUdisks FakeUdisks;

/* Starts the bus and makes it the system bus of this process; FALSE, with a TAP line said, where it cannot. Call
 * it before anything asks for the system bus. */
gboolean fake_udisks_start_bus (void);
void fake_udisks_stop_bus (void);

/* Takes the name; the bus has to be up */
FakeUdisks *fake_udisks_new (void);
void fake_udisks_free (FakeUdisks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeUdisks, fake_udisks_free)

/* An interface with these properties (an "a{sv}" in text), for the object manager; path and interface without
 * "/org/freedesktop/UDisks2/" and "org.freedesktop.UDisks2." */
void fake_udisks_add (FakeUdisks *self, const char *path, const char *interface, const char *properties);
void fake_udisks_remove (FakeUdisks *self, const char *path); /* with all its interfaces, without a word */
void fake_udisks_emit (FakeUdisks *self, const char *signal, const char *path, const char *interface);

/* What a method answers from now on: a tuple, which may hold a descriptor, or an error by its name. */
void fake_udisks_reply (FakeUdisks *self, const char *path, const char *method, GVariant *reply, int fd);
void fake_udisks_refuse (FakeUdisks *self, const char *path, const char *method, const char *error);
/* It never answers. */
void fake_udisks_ignore (FakeUdisks *self, const char *path, const char *method);

/* How often it was called, and with what the last time: (transfer full), printed; NULL where never */
guint fake_udisks_count (FakeUdisks *self, const char *method);
char *fake_udisks_dup_call (FakeUdisks *self, const char *method);
/* The last call of it allowed a person to be asked */
gboolean fake_udisks_was_interactive (FakeUdisks *self, const char *method);
