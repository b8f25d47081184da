# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the tree share: its files, and TAP."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ['.ci', 'build-aux', 'data', 'flatpak', 'po', 'src', 'tests']


def files():
    """Every file of the source, build folders left out; works without git, as in a release."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in FOLDERS:
        for where, folders, names in os.walk(ROOT / folder):
            folders[:] = sorted(name for name in folders if name != '__pycache__')
            found += [Path(where) / name for name in names]
    return sorted(found)


def name(path):
    return str(path.relative_to(ROOT))


def text(path):
    return path.read_text(encoding='utf-8')


def first_line(path):
    with open(path, 'rb') as stream:
        return stream.readline(300).decode('utf-8', 'replace').rstrip('\n')


def is_script(path, kinds=('sh', 'bash', 'python3')):
    line = first_line(path)
    return line.startswith('#!') and line.split('/')[-1].split()[-1] in kinds


class Tap:
    """One line of TAP for each check, with the complaints below it."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def check(self, what, complaints):
        complaints = list(complaints)
        self.count += 1
        self.failed += bool(complaints)
        print(f'{"not ok" if complaints else "ok"} {self.count} - {what}', flush=True)
        for complaint in complaints:
            print('#', str(complaint).replace('\n', '\n# '), flush=True)

    def skip(self, what, reason):
        self.count += 1
        print(f'ok {self.count} - {what} # SKIP {reason}', flush=True)

    def done(self):
        print(f'1..{self.count}')
        sys.exit(1 if self.failed else 0)
