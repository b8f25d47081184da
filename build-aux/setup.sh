# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# What ./run and ./check share: installing packages from packages.txt and setting up build folders. To be sourced
# with $root set to the top of the tree. Everything is said on standard error: standard output belongs to the program.
: "${root:?}"

say ()
{
  printf '%s\n' "$*" >&2
}

fail ()
{
  say "$*"
  exit 1
}

on_ci ()
{
  [ "${CI:-}" = true ]
}

# The name of this distribution's column in packages.txt, or nothing
package_manager ()
{
  local command

  for command in apt-get dnf pacman; do
    if command -v "$command" >/dev/null; then
      echo "${command%-get}"
      return
    fi
  done
}

# packages_for MANAGER PURPOSE...: the packages' names, one a line
packages_for ()
{
  local manager=$1
  shift

  awk -v manager="$manager" -v purposes="$*" '
    BEGIN { column["apt"] = 2; column["dnf"] = 3; column["pacman"] = 4
            count = split (purposes, list); for (i = 1; i <= count; i++) wanted[list[i]] = 1 }
    $1 in wanted && $column[manager] != "-" && !seen[$column[manager]]++ { print $column[manager] }
  ' "$root/build-aux/packages.txt"
}

# missing_packages MANAGER PURPOSE...: those that are not installed, found with one question to the package manager
missing_packages ()
{
  local names

  mapfile -t names < <(packages_for "$@")
  case $1 in
  apt)
    comm -23 <(printf '%s\n' "${names[@]}" | sort -u) \
      <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${names[@]}" 2>/dev/null | sed -n 's/ installed$//p' | sort -u)
    ;;
  dnf)
    rpm -q --whatprovides "${names[@]}" 2>/dev/null | sed -n 's/^no package provides //p'
    ;;
  pacman)
    pacman -T "${names[@]}" || true
    ;;
  esac
}

# as_administrator COMMAND...: as root, or through sudo, which asks for the password, but never on CI
as_administrator ()
{
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif on_ci; then
    sudo -n "$@"
  else
    sudo "$@"
  fi
}

# What can be known without a package manager: whether the tools and libraries of the terminal program are missing
lacks_something ()
{
  local command

  for command in cc meson ninja pkg-config msgfmt python3; do
    command -v "$command" >/dev/null || return 0
  done
  ! pkg-config --exists 'glib-2.0 >= 2.74' gio-unix-2.0 'liburing >= 2.3' json-glib-1.0 'libnvme >= 1.3' cairo-svg cairo-pdf pangocairo
}

# install_packages WHY PURPOSE...: installs what is missing. Fails, having said why, where that cannot be.
install_packages ()
{
  local why=$1 manager names
  shift

  manager=$(package_manager)
  if [ -z "$manager" ]; then
    ! lacks_something || {
      say "Neither apt-get, dnf nor pacman is here to install what is missing ($why): build-aux/packages.txt names it."
      return 1
    }
    return 0
  fi
  mapfile -t names < <(missing_packages "$manager" "$@")
  [ ${#names[@]} -gt 0 ] || return 0

  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    say "These packages are missing ($why): ${names[*]}."
    say "Only root can install them, and there is no sudo here: ask the administrator to install them."
    return 1
  fi
  say "Installing with $manager, $why: ${names[*]}"
  case $manager in
  apt)
    # A machine that has just started may be busy updating itself: wait for it. A stale list of one source must not
    # stop the others.
    as_administrator apt-get -q -o DPkg::Lock::Timeout=600 update >&2 </dev/null || true
    as_administrator env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 \
      install --no-install-recommends "${names[@]}" >&2 </dev/null
    ;;
  dnf)
    as_administrator dnf -y install "${names[@]}" >&2 </dev/null
    ;;
  pacman)
    as_administrator pacman -S --needed --noconfirm "${names[@]}" >&2 </dev/null
    ;;
  esac || {
    say "The packages could not be installed; what $manager said stands above."
    return 1
  }
}

# What the window needs, as a build sees it: a change means that the build folder has to be set up again
window_libraries ()
{
  { pkg-config --modversion gtk4 libadwaita-1 2>/dev/null || true; } | tr '\n' ' '
}

# check_owner FOLDER: ends, having said what to do, where somebody else, often root, has built there before
check_owner ()
{
  local theirs

  [ -e "$1" ] || return 0
  # Folders in any depth, and what meson and ninja keep at the top
  theirs=$(find "$1" \( -type d -o -path "$1/*" ! -path "$1/*/*" \) ! -writable -print -quit 2>/dev/null)
  [ -n "$theirs" ] || return 0
  say "The folder ${1#"$root"/} belongs to somebody else ($(stat -c %U "$theirs")), so nothing can be built in it."
  fail "Remove it, where it is root's with sudo rm -r '$1', and start again."
}

# set_up FOLDER OPTION...: runs meson where the folder is new or something that it depends on has changed
set_up ()
{
  local folder=$1 stamp wanted
  shift

  check_owner "$folder"
  stamp=$folder/.set-up
  wanted="$root | $* | $(window_libraries)"
  if [ -f "$folder/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    return 0
  fi
  if ! command -v meson >/dev/null; then
    fail "Meson is missing: install the packages named in build-aux/packages.txt and start again."
  fi

  say "Setting up ${folder#"$root"/}"
  mkdir -p "$folder"
  if [ ! -f "$folder/build.ninja" ] || ! meson setup --reconfigure "$folder" "$root" "$@" &>"$folder/set-up.log"; then
    # A folder of another place or of another release of meson is of no use any more
    rm -rf "$folder"
    mkdir -p "$folder"
    if ! meson setup "$folder" "$root" "$@" &>"$folder/set-up.log"; then
      tail -n 6 "$folder/set-up.log" >&2
      say "The build could not be set up; meson's last words stand above, all of them in $folder/set-up.log."
      say "Drivescope needs what Debian 12 has or newer: GLib 2.74, liburing 2.3, json-glib 1.6, libnvme 1.3, meson 1.0;"
      say "and GTK 4.8 with libadwaita 1.2 for the window. build-aux/packages.txt names the packages."
      return 1
    fi
  fi
  echo "$wanted" >"$stamp"
}

# build FOLDER: compiles what has changed, with ninja's one line of progress where a person looks on
build ()
{
  # A changed build file sets the folder up anew; what meson then says matters only when that fails
  if ! ninja -C "$1" build.ninja &>"$1/set-up.log"; then
    tail -n 6 "$1/set-up.log" >&2
    return 1
  fi
  # Not grep -q: it would end ninja early, which pipefail takes for a failure
  # shellcheck disable=SC2143
  [ -n "$(ninja -C "$1" -n | grep -v '^ninja: ')" ] || return 0
  say "Building ${1#"$root"/}"
  if [ -t 2 ]; then
    ninja -C "$1" >&2
  else
    ninja -C "$1" --quiet >&2
  fi
}
