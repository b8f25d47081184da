#!/bin/busybox sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=dash
#
# The first process of the emulated machine: loads the drivers, puts the host's files below a layer in memory, and runs
# guest-run.sh of the shared folder as root. Its exit status is left in guest-rc.
B=/bin/busybox
N=/newroot
O=trans=virtio,version=9p2000.L,msize=500000

die ()
{
  echo "init: $*"
  $B poweroff -f
}

$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t devtmpfs dev /dev
while read -r module; do
  $B insmod "/mod/$module" || echo "init: $module cannot be loaded"
done </mod/order

$B mount -t 9p -o ro,$O,cache=loose hostroot /lower || die "no root file system"
$B mount -t tmpfs rw /rw
$B mkdir /rw/upper /rw/work
$B mount -t overlay -o lowerdir=/lower,upperdir=/rw/upper,workdir=/rw/work overlay $N || die "no layer over it"
$B mount -t proc proc $N/proc
$B mount -t sysfs sys $N/sys
$B mount --move /dev $N/dev
$B mkdir -p $N/dev/pts $N/dev/shm
$B mount -t devpts devpts $N/dev/pts
# Not on /tmp: the tree that is tested may lie there, and what is written goes to memory anyway.
for folder in dev/shm run; do
  $B mount -t tmpfs t $N/$folder
done
$B chmod 1777 $N/dev/shm
$B mount -t 9p -o $O,cache=none work $N/mnt || die "no shared folder"
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
$B umount /proc
$B umount /sys
# shellcheck disable=SC2093 # nothing is to follow
exec $B switch_root $N /bin/sh -c '
  cd /tmp
  sh /mnt/guest-run.sh </dev/null
  echo $? >/mnt/guest-rc
  sync
  echo o >/proc/sysrq-trigger
  while :; do :; done'
