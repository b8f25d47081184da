#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""On a loop device of a rate that a control group limits, the program and fio on the exported job say the same."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'tree'))
from tap import Tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
COMPARE = Path(__file__).resolve().parents[1] / 'benchmark' / 'compare-fio-job'
BLKIO = Path('/sys/fs/cgroup/blkio')
RATE = 20 << 20

tap = Tap()


def why_not():
    if os.geteuid() != 0:
        return 'a loop device needs root'
    for tool in ('losetup', 'mkfs.ext4', 'mount', 'fio'):
        if not shutil.which(tool):
            return f'{tool} is not installed'
    if not (BLKIO / 'blkio.throttle.read_bps_device').exists():
        return 'there is no blkio control group of version 1'
    if not os.access('/dev/loop-control', os.W_OK):
        return 'there are no loop devices'
    return None


class Limited:
    """A mounted file system on a loop device, and a group that slows it down"""

    def __init__(self):
        self.home = Path(tempfile.mkdtemp(prefix='ds-fio-loop-', dir=os.environ.get('G_TEST_BUILDDIR', '.')))
        self.group = BLKIO / self.home.name
        self.mounted = self.home / 'mounted'
        self.loop = None

    def __enter__(self):
        image = self.home / 'image'
        with open(image, 'wb') as stream:
            stream.truncate(256 << 20)
        self.loop = subprocess.run(['losetup', '--show', '-f', '--direct-io=on', image], capture_output=True, text=True,
                                   check=True).stdout.strip()
        subprocess.run(['mkfs.ext4', '-q', self.loop], check=True)
        self.mounted.mkdir()
        subprocess.run(['mount', self.loop, self.mounted], check=True)
        # From now on the device clears itself with its last user, and the mount goes with this program's namespace.
        subprocess.run(['losetup', '-d', self.loop], check=True)
        device = os.stat(self.loop).st_rdev
        self.group.mkdir()
        for name in ('read', 'write'):
            (self.group / f'blkio.throttle.{name}_bps_device').write_text(f'{os.major(device)}:{os.minor(device)} {RATE}\n')
        return self

    def __exit__(self, *_):
        if os.path.ismount(self.mounted):
            subprocess.run(['umount', self.mounted], check=False)
        if self.group.exists():
            self.group.rmdir()
        shutil.rmtree(self.home, ignore_errors=True)

    def enter_group(self):
        (self.group / 'cgroup.procs').write_text(str(os.getpid()))


def main():
    reason = why_not()
    if reason:
        tap.skip('the same speed as fio', reason)
        return
    with Limited() as limited:
        done = subprocess.run([PROGRAM, 'run', 'tiles', limited.mounted, '--rows=RND4K Q32T1', '--op=read', '--runs=1', '--pause=0',
                               '--seconds=0.5', '--size=16MiB', '--json=-'], capture_output=True, text=True,
                              preexec_fn=limited.enter_group, env=os.environ | {'XDG_DATA_HOME': str(limited.home / 'data')})
        found = [finding['id'] for finding in json.loads(done.stdout)['findings']] if done.returncode == 0 else [done.stderr]
        tap.check('the limit is found', [] if 'io-limit' in found else found)
        done = subprocess.run([COMPARE, PROGRAM, limited.mounted, '--pairs=3', '--seconds=3', '--size=64MiB',
                               '--rows=RND4K Q32T1, SEQ128K Q8T1', '--ops=read', '--low=0.98', '--high=1.02'],
                              capture_output=True, text=True, preexec_fn=limited.enter_group)
        tap.check('the same speed as fio within 2 %', [] if done.returncode == 0 else [done.stdout, done.stderr])
        print('\n'.join(f'# {line}' for line in done.stdout.splitlines()))


# What is mounted is seen by this program alone, and goes with it however it ends.
if not why_not() and os.environ.get('DS_FIO_LOOP') is None:
    os.execvpe('unshare', ['unshare', '--mount', '--propagation', 'private', sys.executable, *sys.argv],
               os.environ | {'DS_FIO_LOOP': 'apart'})
main()
tap.done()
