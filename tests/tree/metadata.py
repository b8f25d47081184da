#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What desktops and software centres read is valid. Usage: metadata.py BUILD-FOLDER"""

import subprocess
import sys
from pathlib import Path

from tap import ROOT, Tap, files, name

BUILD = Path(sys.argv[1])


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return [done.stdout.strip() or f'exit status {done.returncode}'] if done.returncode else []


def templates():
    """What stands in data/ as a template has to come out in the build folder."""
    for template in files():
        if template.parent == ROOT / 'data' and template.suffix == '.in' and not (BUILD / 'data' / template.stem).is_file():
            yield f'{name(template)} is not made into {BUILD / "data" / template.stem}'


def built(pattern):
    return sorted((BUILD / 'data').glob(pattern))


def main():
    tap = Tap()
    tap.check('every template is made', templates())
    for path in built('*.desktop'):
        tap.check(f'{path.name} is valid', run('desktop-file-validate', str(path)))
    for path in built('*.metainfo.xml'):
        tap.check(f'{path.name} is valid', run('appstreamcli', 'validate', '--no-net', '--pedantic', '--explain', str(path)))
    if list((ROOT / 'data').glob('*.gschema.xml')):
        tap.check('the settings are valid', run('glib-compile-schemas', '--strict', '--dry-run', str(ROOT / 'data')))
    tap.done()


main()
