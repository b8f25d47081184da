#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What desktops and software centres read is valid. Usage: metadata.py BUILD-FOLDER"""

import subprocess
import sys
from pathlib import Path

from tap import ROOT, Tap, files

BUILD = Path(sys.argv[1])


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return [done.stdout.strip() or f'exit status {done.returncode}'] if done.returncode else []


def made():
    """Each kind of file whose template stands in data/ has to come out in the build folder."""
    for kind in ('.desktop', '.metainfo.xml', '.gschema.xml'):
        wanted = any(path.parent == ROOT / 'data' and path.name.endswith((f'{kind}.in', f'{kind}.in.in'))
                     for path in files())
        if wanted and not built(f'*{kind}'):
            yield f'no *{kind} in {BUILD / "data"}'


def built(pattern):
    return sorted((BUILD / 'data').glob(pattern))


def main():
    tap = Tap()
    tap.check('every template is made', made())
    for path in built('*.desktop'):
        tap.check(f'{path.name} is valid', run('desktop-file-validate', str(path)))
    for path in built('*.metainfo.xml'):
        tap.check(f'{path.name} is valid', run('appstreamcli', 'validate', '--no-net', '--pedantic', '--explain', str(path)))
    if built('*.gschema.xml'):
        tap.check('the settings are valid', run('glib-compile-schemas', '--strict', '--dry-run', str(BUILD / 'data')))
    tap.done()


main()
