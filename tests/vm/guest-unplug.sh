# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# Drives that go in the middle of a measurement: one read as a device, one through its file system.
dump=$BUILD/tests/vm/drive-dump
engine=$BUILD/tests/benchmark/engine-benchmark

raw=$(controller_of RAW) && disk=$(disk_of RAW) && held=$(controller_of HELD) && files=$(disk_of HELD) || exit 1
mkfs.ext4 -q -F -E lazy_itable_init=0,lazy_journal_init=0 "/dev/$files" && mkdir /run/held &&
  mount "/dev/$files" /run/held || exit 1
truncate -s 16M /run/held/file
"$engine" --prepare --sequential -b 1048576 -q 4 -r 0 /run/held/file >/mnt/prepare.json || exit 1

# measure NAME CONTROLLER FILE OPTION...: starts the engine, has the drive pulled once I/O is under way, keeps what the
# engine says in the end
measure ()
{
  name=$1
  controller=$2
  file=$3
  shift 3
  "$engine" --samples -b 4096 -q 8 --seconds 60 "$@" "$file" >"/mnt/$name.json" 2>"/run/$name.said" &
  running=$!
  until [ "$(grep -c ' I/Os' "/run/$name.said")" -ge 3 ]; do
    sleep 0.2
  done
  request "pull-$name"
  wait $running
  echo $? >"/mnt/$name.status"
  grep -c ' I/Os' "/run/$name.said" >"/mnt/$name.samples"
  grep -v ' I/Os' "/run/$name.said" >"/mnt/$name.said"
  while [ -e "/sys/class/nvme/$controller" ]; do
    sleep 0.2
  done
  "$dump" smart "$controller" >/dev/null 2>"/mnt/$name.gone"
}

measure raw "$raw" "/dev/$disk" -e uring
measure held "$held" /run/held/file -e sync -q 1
"$dump" list >/mnt/list.json
exit 0
