#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what the helper may still do while it writes: its pipe is too small for it to end. Runs inside the machine.

Usage: confined.py HELPER CONTROLLER
"""

import fcntl
import json
import os
import subprocess
import sys
import time

F_SETPIPE_SZ = 1031

reading, writing = os.pipe()
fcntl.fcntl(writing, F_SETPIPE_SZ, 4096)
spare = os.open('/etc/hostname', os.O_RDONLY)
os.set_inheritable(spare, True)
with subprocess.Popen(sys.argv[1:], stdout=writing, close_fds=False, env={'SECRET': 'kept', 'LD_DEBUG_OUTPUT': '/tmp/x'},
                      stdin=subprocess.DEVNULL) as helper:
    os.close(writing)
    process = f'/proc/{helper.pid}'
    while True:
        with open(f'{process}/status', encoding='ascii') as lines:
            status = dict(line.strip().split(':', 1) for line in lines)
        with open(f'{process}/wchan', encoding='ascii') as text:
            if 'pipe' in text.read():
                break
        time.sleep(0.1)
    found = {name: status[name].strip() for name in ('CapEff', 'CapPrm', 'CapInh', 'NoNewPrivs', 'Seccomp', 'SigBlk')}
    found['directory'] = os.readlink(f'{process}/cwd')
    found['descriptors'] = {number: os.readlink(f'{process}/fd/{number}') for number in os.listdir(f'{process}/fd')}
    with open(reading, 'rb') as pipe:
        found['length'] = len(pipe.read())
    found['status'] = helper.wait()
json.dump(found, sys.stdout)
