# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# File systems on LVM on LUKS, on a mirror, and on a drive with two controllers.
dump=$BUILD/tests/vm/drive-dump
# Nobody runs udev in here: the tools make their device nodes themselves.
export DM_DISABLE_UDEV=1
lvm='devices { use_devicesfile=0 obtain_device_list_from_udev=0 } activation { udev_sync=0 udev_rules=0 } backup { backup=0 archive=0 }'
mkdir -p /run/lock/lvm /run/lvm /run/cryptsetup /run/mdadm /run/vault /run/mirror /run/paths
set -e

printf 'password' >/tmp/key
disk=$(disk_of LOCKED)
cryptsetup luksFormat -q --type luks2 --pbkdf pbkdf2 --pbkdf-force-iterations 1000 --key-file /tmp/key "/dev/$disk"
cryptsetup open --key-file /tmp/key "/dev/$disk" vault
pvcreate -q --config "$lvm" /dev/mapper/vault
vgcreate -q --config "$lvm" group /dev/mapper/vault
lvcreate -q --config "$lvm" -Zn -Wn -L 32M -n data group
mkfs.ext4 -q -F /dev/group/data
mount /dev/group/data /run/vault
mkdir "/run/vault/a folder"
"$dump" place "/run/vault/a folder" >/mnt/vault.json

mdadm --create /dev/md0 --run --metadata=1.2 --bitmap=none --assume-clean --level=1 --raid-devices=2 \
  "/dev/$(disk_of LEFT)" "/dev/$(disk_of RIGHT)" >/dev/null 2>&1
mkfs.ext4 -q -F /dev/md0
mount /dev/md0 /run/mirror
"$dump" place /run/mirror >/mnt/mirror.json

# The disk of both controllers belongs to their subsystem, so it is found by that.
for subsystem in /sys/class/nvme-subsystem/*; do
  if [ "$(tr -d ' ' <"$subsystem/serial")" = PATHS ]; then
    shared=$(basename "$subsystem"/nvme*n1)
  fi
done
mkfs.ext4 -q -F "/dev/$shared"
mount "/dev/$shared" /run/paths
"$dump" place /run/paths >/mnt/paths.json
for folder in /sys/class/nvme/nvme*; do
  if [ "$(tr -d ' ' <"$folder/serial")" = PATHS ]; then
    "$BUILD/src/helper/drivescope-smart" "$(basename "$folder")" >>/mnt/paths.count
    basename "$folder" >>/mnt/paths.controllers
  fi
done
"$dump" list >/mnt/list.json

# A file system in a file on the mirror
truncate -s 16M /run/mirror/image
mkfs.ext4 -q -F /run/mirror/image
mkdir /run/loop
mount -o loop /run/mirror/image /run/loop
"$dump" place /run/loop >/mnt/loop.json
