# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What drives say of themselves, read in every way there is; the other side compares.
dump=$BUILD/tests/vm/drive-dump
helper=$BUILD/src/helper/drivescope-smart

"$dump" list >/mnt/list.json

# Nothing touches this drive in between, so its counters stand still.
health=$(controller_of HEALTH) || exit 1
"$dump" smart "$health" >/mnt/libnvme.json
"$helper" "$health" >/mnt/helper.frames
echo $? >/mnt/helper.status
nvme smart-log "/dev/$health" -o json >/mnt/nvme-cli.json
nvme id-ctrl "/dev/$health" -o json >/mnt/nvme-cli-identify.json
smartctl -j -a "/dev/$health" >/mnt/smartctl.json
# The person's own program, by the controller's name
"$BUILD/src/cli/drivescope-cli" health "$health" --json=/mnt/cli-health.json >/mnt/cli-health.text
echo $? >/mnt/cli-health.status

# Without rights the device cannot be opened; with it readable for everybody, the drive still refuses.
chmod 600 "/dev/$health"
setpriv --reuid=65534 --clear-groups "$helper" "$health" >/mnt/denied.frames 2>/dev/null
echo $? >/mnt/denied.status
chmod 644 "/dev/$health"
setpriv --reuid=65534 --clear-groups "$helper" "$health" >/mnt/refused.frames
echo $? >/mnt/refused.status
chmod 600 "/dev/$health"

# A link and a file under the controller's name, and a link under one that the kernel does not know
ln -s "$health" /dev/nvme77
"$helper" nvme77 >/mnt/unknown.frames 2>/dev/null
echo $? >/mnt/unknown.status
mv "/dev/$health" /dev/elsewhere
ln -s elsewhere "/dev/$health"
"$helper" "$health" >/mnt/link.frames 2>/dev/null
echo $? >/mnt/link.status
rm "/dev/$health"
: >"/dev/$health"
"$helper" "$health" >/mnt/file.frames 2>/dev/null
echo $? >/mnt/file.status
rm "/dev/$health"
mv /dev/elsewhere "/dev/$health"

# Whatever the caller leaves behind makes no difference: the pages are the same.
LD_BIND_NOW=1 HOME=/nowhere TMPDIR=/nowhere LC_ALL=xx LIBNVME_LOG=1 OPENSSL_CONF=/nowhere \
  "$helper" "$health" >/mnt/environment.frames
"$helper" "$health" 0<&- 2>&- >/mnt/closed.frames
"$helper" "$health" 0<&- 1>&- 2>&-
echo $? >/mnt/closed.status
# shellcheck disable=SC2216 # nobody is to read it
{ "$helper" "$health"; echo $? >/mnt/pipe.status; } 2>/dev/null | true
python3 "$TESTS/confined.py" "$helper" "$health" >/mnt/confined.json

# Warnings: one set from the start, one while the machine runs, one by a threshold below the drive's temperature
"$dump" smart "$(controller_of WARNED)" >/mnt/warned.json
later=$(controller_of LATER)
"$dump" smart "$later" >/mnt/later-before.json
request warn
"$dump" smart "$later" >/mnt/later-after.json
hot=$(controller_of HOT)
nvme set-feature "/dev/$hot" -f 4 -v 320 >/dev/null
"$dump" smart "$hot" >/mnt/hot.json
"$dump" smart "$(controller_of NOCACHE)" >/mnt/no-cache.json

# The engine on a file system of an NVMe drive, the tiles there, and the engine on the drive itself
measured=$(controller_of MEASURED)
disk=$(disk_of MEASURED)
mkfs.ext4 -q -F -E lazy_itable_init=0,lazy_journal_init=0 "/dev/$disk" && mkdir -p /run/measured &&
  mount "/dev/$disk" /run/measured || exit 1
truncate -s 16M /run/measured/file
engine=$BUILD/tests/benchmark/engine-benchmark
"$engine" --prepare --sequential -b 1048576 -q 4 -r 0 /run/measured/file >/mnt/prepare.json
"$dump" smart "$measured" >/mnt/measured-before.json
"$engine" -e uring -b 4096 -q 8 --bytes 4194304 /run/measured/file >/mnt/read.json
"$engine" -e uring -b 4096 -q 8 -r 0 --bytes 4194304 /run/measured/file >/mnt/write.json
"$dump" smart "$measured" >/mnt/measured-after.json
rm /run/measured/file
program=$BUILD/src/cli/drivescope-cli
"$program" list --json >/mnt/places.json
"$program" health --json=- >/mnt/cli-glance.json
"$program" run tiles /run/measured --rows="RND4K Q4T1" --size=16MiB --runs=1 --seconds=0.5 --pause=0 --yes \
  --json=/mnt/tiles.json >/mnt/tiles.said 2>&1
echo $? >/mnt/tiles.status
umount /run/measured
"$engine" -e uring -b 131072 -q 4 --sequential --bytes 16777216 "/dev/$disk" >/mnt/device.json
exit 0
