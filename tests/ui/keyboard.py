#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program from outside: what assistive technology reads, and a run by key presses alone.

Usage: keyboard.py PROGRAM; on a display of its own. It starts a session bus of its own.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

if not shutil.which('xdotool') or not shutil.which('dbus-run-session'):
    print('1..0 # SKIP xdotool or dbus-run-session is not installed')
    sys.exit(0)
if 'TAP_OUTPUT' not in os.environ:
    # What the bus starts talks on standard output; the results go past it.
    os.environ['TAP_OUTPUT'] = str(os.dup(1))
    os.set_inheritable(int(os.environ['TAP_OUTPUT']), True)
    os.dup2(2, 1)
    os.execvp('dbus-run-session', ['dbus-run-session', '--', sys.executable, *sys.argv])
TAP = os.fdopen(int(os.environ['TAP_OUTPUT']), 'w')

try:
    import pyatspi
except ImportError:
    print('1..0 # SKIP pyatspi is not installed', file=TAP)
    sys.exit(0)

# Short tiles on an imaginary drive; the settings file of a person who chose so, and what a broken disk made of the rest
KEYFILE = """[{path}]
window-width='wide'
window-height=-3
window-maximized=[[[
recent-folders=7
unit='furlongs'
color-scheme=true
page=@as []
save-folder=\\xff
options={{'tiles': {{'engine': 'null', 'size': '16MiB', 'seconds': '{seconds}', 'pause': '0', 'runs': '1'}}}}
target='{target}'
"""
PUSH = ('push button', 'button')

count = 0


def ok(condition, what):
    global count
    count += 1
    print(f'{"ok" if condition else "not ok"} {count} - {what}', file=TAP, flush=True)


def wait(probe, seconds=20):
    end = time.time() + seconds
    while time.time() < end:
        try:
            found = probe()
            if found:
                return found
        except Exception:
            pass
        time.sleep(0.05)
    return None


def find(root, roles, words):
    return pyatspi.findDescendant(root, lambda each: each.getRoleName() in roles and words in (each.name or ''))


class Program:
    def __init__(self, command, seconds):
        self.home = tempfile.mkdtemp(prefix='drivescope-keyboard-', dir=os.environ.get('G_TEST_BUILDDIR'))
        settings = os.path.join(self.home, 'glib-2.0', 'settings')
        os.makedirs(settings)
        path = os.environ['DS_RESOURCE_PATH'].strip('/')
        with open(os.path.join(settings, 'keyfile'), 'w', encoding='utf-8') as file:
            file.write(KEYFILE.format(path=path, seconds=seconds, target=self.home))
        environment = dict(os.environ, GSETTINGS_BACKEND='keyfile', XDG_CONFIG_HOME=self.home, XDG_DATA_HOME=self.home,
                           XDG_STATE_HOME=self.home, XDG_CACHE_HOME=self.home, HOME=self.home)
        environment.pop('GTK_A11Y', None)
        self.process = subprocess.Popen([command], env=environment)
        self.tree = wait(self.look)

    def look(self):
        for each in pyatspi.Registry.getDesktop(0):
            if each is not None and each.get_process_id() == self.process.pid and len(each):
                return each
        return None

    def key(self, *keys):
        for key in keys:
            subprocess.run(['xdotool', 'key', '--clearmodifiers', key], check=True)
            time.sleep(0.1)

    def find(self, roles, words, seconds=20):
        return wait(lambda: find(self.tree, roles, words), seconds)

    def names(self):
        found = []
        pyatspi.findAllDescendants(self.tree, lambda each: found.append((each.getRoleName(), each.name)) and False)
        return found

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def unnamed(program):
    """Every control that a person can act on and that says nothing"""
    bad = []

    def look(each):
        states = each.getState()
        if states.contains(pyatspi.STATE_FOCUSABLE) and states.contains(pyatspi.STATE_SHOWING):
            labels = pyatspi.findAllDescendants(each, lambda child: child.getRoleName() == 'label' and bool(child.name))
            if not each.name and not labels and each.getRoleName() not in ('list', 'frame', 'scroll pane', 'viewport'):
                bad.append((each.getRoleName(), each.parent.getRoleName(), each.parent.name))
        return False

    pyatspi.findAllDescendants(program.tree, look)
    return bad


def main():
    program = Program(sys.argv[1], 0.3)
    try:
        ok(program.tree is not None, 'the program is there')
        if program.tree is None:
            return
        ok(program.find(PUSH, 'Start') is not None, 'Start has its name')
        ok(program.find(PUSH, 'Run RND4K Q1T1 alone') is not None, "a row's button has its name")
        ok(program.find(PUSH, 'RND4K Q1T1, read') is not None, 'a tile has its name')
        bad = unnamed(program)
        ok(not bad, f'every control has a name {bad or ""}')

        subprocess.run(['xdotool', 'search', '--sync', '--onlyvisible', '--pid', str(program.process.pid)], check=False,
                       stdout=subprocess.DEVNULL, timeout=20)
        time.sleep(0.5)
        # Start has the focus: Enter begins, Escape ends
        program.key('Return')
        ok(program.find(PUSH, 'Stop') is not None, 'Enter on Start begins a run')
        program.key('Escape')
        ok(program.find(PUSH, 'Start', 5) is not None, 'Escape ends it')
        # The focus is still there
        program.key('Return')
        ok(program.find(PUSH, 'Stop', 5) is not None, 'Enter begins the next')
        program.key('Escape')
        ok(program.find(PUSH, 'Start', 5) is not None, 'Escape ends that too')
        # From anywhere else
        program.key('Tab', 'Tab', 'Tab', 'F5')
        ok(program.find(PUSH, 'Stop') is not None, 'F5 begins a run wherever the focus is')
        ok(program.find(PUSH, 'Start', 60) is not None, 'it finishes by itself')
        tile = program.find(PUSH, 'RND4K Q1T1, write')
        # The library keeps what it read before the run
        ok(tile is not None and wait(lambda: tile.clear_cache() or 'MB/s' in tile.description, 5) is not None,
           f"a tile's figures are read out: {tile.description if tile else None}")
        program.key('ctrl+comma')
        ok(wait(lambda: any('Preferences' in (each.name or '') for each in program.tree), 10) is not None,
           'Ctrl+comma opens the preferences')
        program.key('Escape')
        time.sleep(0.5)
        program.key('ctrl+q')
        ok(wait(lambda: program.process.poll() is not None, 20) is not None, 'Ctrl+Q ends the program')
        ok(program.process.poll() == 0, 'without an error')
    finally:
        program.end()
        print(f'1..{count}', file=TAP, flush=True)


main()
