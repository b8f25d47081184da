#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which rooms and which libraries the files of a room may include: the table in README.md, as a test.

Most wrong includes do not compile, since a room's library names only what it may use; this finds the rest (liburing,
libnvme and the D-Bus part of GIO add no search path of their own).
"""

import re

from tap import ROOT, Tap, files, name, text

LIBRARIES = {
    'glib': r'(glib|glib-object|glib-unix|gmodule)\.h|glib/.*|gobject/.*',
    'gio': r'gio/.*',
    'uring': r'liburing(\.h|/.*)',
    'nvme': r'libnvme(\.h|-.*|/.*)|nvme/.*',
    'json': r'json-glib/.*',
    'cairo': r'cairo(-\w+)?\.h|cairo/.*',
    'pango': r'pango/.*',
    'gtk': r'(gtk|gdk|gsk|gdk-pixbuf)/.*|adwaita\.h|libadwaita.*|graphene.*|X11/.*',
}

# The rooms and libraries that each room may include; itself always
ROOMS = {
    'engine': {'glib', 'gio', 'uring'},
    'nvme': {'nvme'},
    'drive': {'glib', 'gio', 'nvme-room'},
    'report': {'glib', 'gio', 'json'},
    'suite': {'glib', 'gio', 'json', 'engine', 'drive', 'report'},
    'chart': {'glib', 'gio', 'cairo', 'pango', 'report'},
    'terminal': {'glib', 'gio', 'suite', 'drive', 'report', 'chart'},
    'ui': {'glib', 'gio', 'cairo', 'pango', 'json', 'gtk', 'engine', 'drive', 'report', 'suite', 'chart'},
    'app': {'glib', 'gio', 'gtk', 'ui'},
    'cli': {'glib', 'gio', 'terminal'},
    'helper': {'nvme-room'},
}

# Rooms that never speak D-Bus, which GIO brings with it
NO_BUS = ['engine', 'report', 'chart', 'suite']
PROGRAMS = ['app', 'cli', 'helper']

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def sources(room):
    return [path for path in files() if path.parent == ROOT / 'src' / room and path.suffix in ('.c', '.h')]


def headers():
    """The room of every header of the project."""
    found = {}
    for path in files():
        if path.suffix == '.h' and path.is_relative_to(ROOT / 'src'):
            found[path.name] = path.parent.name
    return found


def complaints(room, allowed, rooms_of_headers):
    for path in sources(room):
        for bracket, header in INCLUDE.findall(text(path)):
            if header == 'config.h' or header.endswith('-resources.h'):
                continue
            if bracket == '"':
                if '/' in header:
                    yield f'{name(path)}: "{header}" names a folder; folders are flat and rooms are found by meson'
                    continue
                owner = rooms_of_headers.get(header)
                if owner is None:
                    yield f'{name(path)}: "{header}" is no header of this project'
                elif owner != room and owner not in allowed and f'{owner}-room' not in allowed:
                    yield f'{name(path)}: {room} may not use {owner} ("{header}")'
                continue
            for library, pattern in LIBRARIES.items():
                if re.fullmatch(pattern, header) and library not in allowed:
                    yield f'{name(path)}: {room} may not use {library} (<{header}>)'


def bus(room):
    for path in sources(room):
        for match in re.finditer(r'\b(g_dbus_\w+|g_bus_\w+|GDBus\w+)', text(path)):
            yield f'{name(path)}: {match.group(1)}: this room does not speak D-Bus'


def logic(room):
    """A program is one main.c that hands over to its room at once."""
    for path in sources(room):
        source = text(path)
        if path.name != 'main.c':
            yield f'{name(path)}: a program is one main.c'
        functions = re.findall(r'^(\w+) \(', source, re.M)
        if functions != ['main']:
            yield f'{name(path)}: has more than main(): {", ".join(functions)}'
        if re.search(r'^\s*(for|while|do|switch)\b', source, re.M):
            yield f'{name(path)}: has a loop or a choice that belongs in a room'
        if len(source.splitlines()) > 60:
            yield f'{name(path)}: too long for a file without logic'


def unknown():
    for path in (ROOT / 'src').iterdir():
        if path.is_dir() and path.name not in ROOMS:
            yield f'src/{path.name} is not in the table'
        for below in path.rglob('*/*') if path.is_dir() else []:
            yield f'{name(below)}: folders are flat'


def main():
    tap = Tap()
    rooms_of_headers = headers()
    tap.check('every folder is a room', unknown())
    for room, allowed in ROOMS.items():
        if not (ROOT / 'src' / room).is_dir():
            continue
        tap.check(f'{room} includes only what it may use', complaints(room, allowed, rooms_of_headers))
        if room in NO_BUS:
            tap.check(f'{room} does not speak D-Bus', bus(room))
        if room in PROGRAMS:
            tap.check(f'{room} has no logic', logic(room))
    tap.done()


main()
