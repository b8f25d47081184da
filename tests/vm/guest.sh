# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# What the scripts that run inside the machine share.

# Drives are found by their serial: their numbers follow the order in which they answer.
controller_of ()
{
  for folder in /sys/class/nvme/nvme*; do
    if [ "$(tr -d ' ' <"$folder/serial")" = "$1" ]; then
      basename "$folder"
      return
    fi
  done
  echo "no controller has the serial $1" >&2
  return 1
}

# The namespace of a controller without multipath, by the controller's own folder
disk_of ()
{
  folder=/sys/class/nvme/$(controller_of "$1") || return 1
  basename "$folder"/nvme*n1
}

# request NAME: has the other side do something, and waits until it is done
request ()
{
  : >"/mnt/request-$1"
  until [ -e "/mnt/done-$1" ]; do
    sleep 0.2
  done
}
