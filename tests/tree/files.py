#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every file of the tree has to be: licensed, short, guarded, plain."""

import re

from tap import ROOT, Tap, files, first_line, is_script, name, text

SOURCES = {'.c', '.h', '.py', '.sh', '.ui', '.css'}
LIMIT = 700
MARK = 'SPDX-License-' + 'Identifier: GPL-3.0-or-later'
UNFINISHED = re.compile(r'\b(TO' r'DO|FIX' r'ME|XX' r'X|HA' r'CK)\b')


def is_source(path):
    return path.suffix in SOURCES or path.name in ('meson.build', 'meson_options.txt') or is_script(path)


def licence(paths):
    for path in paths:
        if MARK not in '\n'.join(text(path).splitlines()[:3]):
            yield f'{name(path)}: no SPDX line at its top'


def length(paths):
    for path in paths:
        lines = len(text(path).splitlines())
        if lines > LIMIT:
            yield f'{name(path)}: {lines} lines; split it by topic'


def guards(paths):
    for path in paths:
        source = text(path)
        if path.suffix == '.h' and source.count('#pragma once') != 1:
            yield f'{name(path)}: no #pragma once'
        if re.search(r'^\s*#\s*if.*(CHECK_VERSION|VERSION_(MIN|MAX))', source, re.M):
            yield f'{name(path)}: an #if on a library\'s version; the baseline is pinned instead'


def whitespace(paths):
    for path in paths:
        source = text(path)
        if not source.endswith('\n'):
            yield f'{name(path)}: no line end at its end'
        for number, line in enumerate(source.split('\n'), 1):
            if line != line.rstrip():
                yield f'{name(path)}:{number}: space at the line\'s end'
            if '\t' in line:
                yield f'{name(path)}:{number}: a tab'


def unfinished(paths):
    for path in paths:
        for number, line in enumerate(text(path).splitlines(), 1):
            if UNFINISHED.search(line):
                yield f'{name(path)}:{number}: {line.strip()}'


def first(paths):
    """config.h comes before everything, since it decides what the others declare."""
    for path in paths:
        if path.suffix != '.c' or not path.is_relative_to(ROOT / 'src'):
            continue
        found = re.search(r'^#include\s+(\S+)', text(path), re.M)
        if found and found.group(1) != '"config.h"' and '"config.h"' in text(path):
            yield f'{name(path)}: includes {found.group(1)} before config.h'


def executable(paths):
    for path in paths:
        if first_line(path).startswith('#!') and not path.stat().st_mode & 0o100:
            yield f'{name(path)}: a script that cannot be run'


def main():
    tap = Tap()
    sources = [path for path in files() if is_source(path)]
    tap.check('there are sources', [] if len(sources) > 20 else ['hardly any source was found'])
    tap.check('every source names its licence', licence(sources))
    tap.check(f'no file is longer than {LIMIT} lines', length(sources))
    tap.check('headers are guarded, and no #if asks for a version', guards(sources))
    tap.check('no stray white space', whitespace(sources))
    tap.check('nothing is left unfinished', unfinished(sources))
    tap.check('config.h comes first', first(sources))
    tap.check('scripts can be run', executable(sources))
    tap.done()


main()
