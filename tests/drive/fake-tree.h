/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A device tree made from facts, in a folder of its own: what the kernel would show for hardware that is not here.
 */

typedef struct {
  char *root;
  char *sys; /* root/sys */
} FakeTree;

FakeTree *fake_tree_new (void);
void fake_tree_free (FakeTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeTree, fake_tree_free)

/* Paths are below sys */
void fake_tree_set (FakeTree *self, const char *folder, const char *attribute, const char *value);
void fake_tree_set_bytes (FakeTree *self, const char *path, gconstpointer bytes, gsize length);
void fake_tree_link (FakeTree *self, const char *link, const char *target);
void fake_tree_folder (FakeTree *self, const char *folder);
void fake_tree_device (FakeTree *self, const char *folder, const char *subsystem);
/* A whole disk: its node, its device link where device is not NULL, and the links that lead to it */
void
fake_tree_disk (FakeTree *self, const char *node, guint major, guint minor, guint64 bytes, const char *device);
void fake_tree_partition (FakeTree *self, const char *node, guint major, guint minor, guint number);
void fake_tree_slave (FakeTree *self, const char *node, const char *slave);

/* One disk of each kind, ready made */
void fake_tree_add_nvme (
    FakeTree *self); /* nvme0n1 259:0, p1 259:1, p2 259:2: Samsung SSD 990 PRO 2TB, PCIe 4.0 x4 in 3.0 */
void fake_tree_add_multipath (FakeTree *self); /* nvme5n1 259:20 below a subsystem, two controllers */
void fake_tree_add_sata (FakeTree *self, const char *name, guint number, const char *model, const char *speed);
void fake_tree_add_usb (FakeTree *self);    /* sdu 8:64, sdu1 8:65 */
void fake_tree_add_mmc (FakeTree *self);    /* mmcblk0 179:0, p1 179:1 */
void fake_tree_add_virtio (FakeTree *self); /* vda 254:0 */
void
fake_tree_add_mapper (FakeTree *self, guint minor, const char *name, const char *uuid); /* dm-MINOR 253:MINOR */
