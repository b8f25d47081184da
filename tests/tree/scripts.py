#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shell scripts are valid, and the package table is."""

import shutil
import subprocess

from tap import ROOT, Tap, files, is_script, name, text

PURPOSES = {'build', 'terminal', 'window', 'test'}


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, check=False)
    return [done.stdout.strip() or f'exit status {done.returncode}'] if done.returncode else []


def table():
    seen = set()
    for number, line in enumerate(text(ROOT / 'build-aux' / 'packages.txt').splitlines(), 1):
        if not line or line.startswith('#'):
            continue
        columns = line.split()
        if len(columns) != 4:
            yield f'packages.txt:{number}: {len(columns)} columns instead of 4'
            continue
        purpose, apt = columns[:2]
        if purpose not in PURPOSES:
            yield f'packages.txt:{number}: no such purpose: {purpose}'
        if apt != '-' and apt in seen:
            yield f'packages.txt:{number}: {apt} stands there twice'
        seen.add(apt)


def main():
    tap = Tap()
    tap.check('the table of packages', table())
    shellcheck = shutil.which('shellcheck')
    for path in files():
        if path.suffix != '.sh' and not is_script(path, ('sh', 'bash')):
            continue
        tap.check(f'{name(path)} is valid', run('bash', '-n', str(path)))
        if shellcheck:
            tap.check(f'{name(path)} is sound', run(shellcheck, '-x', '-S', 'warning', str(path)))
        else:
            tap.skip(f'{name(path)} is sound', 'shellcheck is not installed')
    tap.done()


main()
