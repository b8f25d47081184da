#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The privileged helper refuses whatever is not the name of a controller, however it is started, and is built hardened.

Usage: helper.py HELPER true-WHERE-A-SANITIZER-IS-BUILT-IN
What it reads from a drive is a matter of the emulated machine, see tests/vm.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'tree'))

from tap import Tap  # noqa: E402 pylint: disable=wrong-import-position

HELPER = str(Path(sys.argv[1]).resolve())
SANITIZED = sys.argv[2] == 'true'

USAGE, NOT_FOUND = 2, 3

HOSTILE = {
    'a path': ['../nvme0'],
    'an absolute path': ['/dev/nvme0'],
    'a command behind it': ['nvme0;id'],
    'a command within it': ['nvme$(id)'],
    'a namespace': ['nvme0n1'],
    'a path component': ['nvme0/n1'],
    'nothing': [''],
    'no number': ['nvme'],
    'a sign': ['nvme-1'],
    'white space before it': [' nvme0'],
    'white space behind it': ['nvme0 '],
    'a line end': ['nvme0\n'],
    'another script\'s digits': ['nvme٠'],
    'capital letters': ['NVME0'],
    'the generic device': ['ng0n1'],
    'a subsystem': ['nvme-subsys0'],
    'the fabrics device': ['nvme-fabrics'],
    'an option': ['--help'],
    '4 KiB of digits': ['nvme' + '1' * 4096],
    '4 KiB of letters': ['x' * 4096],
    'bytes that are no text': [b'nvme\xff\xfe'],
    'a format': ['nvme%n%n'],
    'two arguments': ['nvme0', 'nvme1'],
    'no argument': [],
}


def start(arguments, **options):
    given = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, 'timeout': 60, **options}
    return subprocess.run([HELPER, *arguments], check=False, **given)


def refused(done, status):
    if done.returncode != status:
        yield f'exit status {done.returncode} instead of {status}'
    if done.stdout:
        yield f'wrote {done.stdout!r}'
    if done.stderr is not None and (len(done.stderr.splitlines()) != 1 or len(done.stderr) > 200):
        yield f'said {done.stderr!r}'


def absent():
    """A name that is a controller's, but of none that is there"""
    number = 900
    while Path(f'/sys/class/nvme/nvme{number}').exists():
        number += 1
    return f'nvme{number}'


def closed(*numbers):
    def close():
        for number in numbers:
            os.close(number)
    return close


def limited():
    resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))


def hostile(tap):
    for what, arguments in HOSTILE.items():
        tap.check(f'{what} is refused', refused(start(arguments), USAGE))
    tap.check('a controller that is not there is refused', refused(start([absent()]), NOT_FOUND))


def links(tap):
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / 'nvme0'
        link.symlink_to('/dev/null')
        tap.check('a path to a link is refused', refused(start([str(link)]), USAGE))
        # A link of the right name in the current folder is not looked at
        name = absent()
        (Path(folder) / name).symlink_to('/dev/null')
        tap.check('a link in the current folder changes nothing', refused(start([name], cwd=folder), NOT_FOUND))


def surroundings(tap):
    name = absent()
    tap.check('no environment changes nothing', refused(start([name], env={}), NOT_FOUND))
    strange = {'PATH': '/nowhere', 'HOME': '/nowhere', 'TMPDIR': '/nowhere', 'LC_ALL': 'xx_XX', 'IFS': '/', 'ENV': '/x',
               'LANG': '../../x', 'MALLOC_CHECK_': '3', 'x' * 20000: 'y' * 20000, 'SYSFS_PATH': '/nowhere'}
    tap.check('a strange environment changes nothing', refused(start([name], env=strange), NOT_FOUND))
    for numbers in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)):
        done = start([name], preexec_fn=closed(*numbers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        tap.check(f'closed descriptors {", ".join(map(str, numbers))} change nothing', refused(done, NOT_FOUND))

    with open('/etc/passwd', 'rb') as file:
        os.set_inheritable(file.fileno(), True)
        tap.check('inherited files change nothing', refused(start([name], close_fds=False), NOT_FOUND))
    tap.check('few descriptors change nothing', refused(start([name], preexec_fn=limited), NOT_FOUND))

    def block():
        signal.pthread_sigmask(signal.SIG_BLOCK, set(range(1, 32)))
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    tap.check('blocked signals change nothing', refused(start([name], preexec_fn=block), NOT_FOUND))

    reading, writing = os.pipe()
    os.close(reading)
    done = start([name], stdout=writing, stderr=writing)
    os.close(writing)
    tap.check('a reader that went away changes nothing', refused(done, NOT_FOUND))


def readelf(*options):
    return subprocess.run(['readelf', '-W', *options, HELPER], check=True, stdout=subprocess.PIPE,
                          env={**os.environ, 'LC_ALL': 'C'}).stdout.decode()


def hardened(tap):
    if shutil.which('readelf') is None:
        tap.skip('hardening', 'readelf is not installed (package binutils)')
        return
    headers, dynamic, names = readelf('-h', '-l'), readelf('-d'), readelf('--dyn-syms')
    tap.check('its place in memory is random', [] if 'DYN (' in headers and 'PIE' in dynamic else ['not PIE'])
    tap.check('what is relocated becomes read-only at once',
              [] if 'GNU_RELRO' in headers and 'NOW' in dynamic else ['not fully read-only after relocation'])
    stack = [line for line in headers.splitlines() if 'GNU_STACK' in line]
    tap.check('the stack cannot be executed', [] if stack and 'E' not in stack[0].split()[6] else [stack])
    tap.check('the stack is guarded', [] if '__stack_chk_fail' in names else ['no stack protector'])
    wanted = [line for line in dynamic.splitlines() if '(NEEDED)' in line]
    foreign = [line for line in wanted if not any(f'[{name}' in line for name in ('libnvme.', 'libc.', 'ld-linux'))]
    if SANITIZED:
        tap.skip('it loads libnvme and the C library alone', 'a sanitizer is built in')
    else:
        tap.check('it loads libnvme and the C library alone', foreign)


def main():
    tap = Tap()
    hostile(tap)
    links(tap)
    surroundings(tap)
    hardened(tap)
    tap.done()


main()
