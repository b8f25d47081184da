#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What desktops and software centres read is valid. Usage: metadata.py BUILD-FOLDER"""

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tap import ROOT, Tap, files

BUILD = Path(sys.argv[1])
LANGUAGE = '{http://www.w3.org/XML/1998/namespace}lang'
EXEC_PATH = 'org.freedesktop.policykit.exec.path'


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return [done.stdout.strip() or f'exit status {done.returncode}'] if done.returncode else []


def made():
    """Each kind of file whose template stands in data/ has to come out in the build folder."""
    for kind in ('.desktop', '.metainfo.xml', '.gschema.xml', '.policy'):
        wanted = any(path.parent == ROOT / 'data' and path.name.endswith((f'{kind}.in', f'{kind}.in.in'))
                     for path in files())
        if wanted and not built(f'*{kind}'):
            yield f'no *{kind} in {BUILD / "data"}'


def built(pattern):
    return sorted((BUILD / 'data').glob(pattern))


def policy(path):
    """polkit ignores a policy with a mistake in it, and pkexec then asks for more than it should."""
    root = ElementTree.parse(path).getroot()
    languages = (ROOT / 'po' / 'LINGUAS').read_text(encoding='utf-8').split()
    actions = root.findall('action')
    if len(actions) != 1 or actions[0].get('id') != f'{path.stem}.read-health':
        yield f'actions: {[action.get("id") for action in actions]}'
        return
    paths = [note.text for note in actions[0].findall('annotate') if note.get('key') == EXEC_PATH]
    if len(paths) != 1 or not paths[0].startswith('/') or Path(paths[0]).name != 'drivescope-smart':
        yield f'starts {paths}'
    for default in ('allow_any', 'allow_inactive', 'allow_active'):
        if actions[0].findtext(f'defaults/{default}') != 'auth_admin_keep':
            yield f'{default} is {actions[0].findtext(f"defaults/{default}")}'
    for text in ('description', 'message'):
        # Newer releases of gettext name languages as XML does
        found = {element.get(LANGUAGE) for element in actions[0].findall(text)}
        found = {{'zh-Hans-CN': 'zh_CN', 'zh-Hant-TW': 'zh_TW'}.get(language, language) for language in found}
        if found != {None, *languages}:
            yield f'{text} in {found}'


def valid_policy(path):
    dtd = Path('/usr/share/polkit-1/policyconfig-1.dtd')
    return run('xmllint', '--nonet', '--noout', *(['--dtdvalid', str(dtd)] if dtd.exists() else []), str(path))


def main():
    tap = Tap()
    tap.check('every template is made', made())
    for path in built('*.desktop'):
        tap.check(f'{path.name} is valid', run('desktop-file-validate', str(path)))
    for path in built('*.metainfo.xml'):
        tap.check(f'{path.name} is valid', run('appstreamcli', 'validate', '--no-net', '--pedantic', '--explain', str(path)))
    if built('*.gschema.xml'):
        tap.check('the settings are valid', run('glib-compile-schemas', '--strict', '--dry-run', str(BUILD / 'data')))
    for path in built('*.policy'):
        tap.check(f'{path.name} is what is wanted', policy(path))
        if shutil.which('xmllint'):
            tap.check(f'{path.name} is valid', valid_policy(path))
        else:
            tap.skip(f'{path.name} is valid', 'xmllint is not installed (package libxml2-utils)')
    tap.done()


main()
