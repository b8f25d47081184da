#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive that is pulled while it is measured. Usage: unplug.py BUILD-FOLDER"""

import re

from machine import Machine, expect, main


def failure(machine, name):
    """The engine has to end as failed, with a sentence that says where; figures would be those of a drive that is gone."""
    yield from expect('exit status', int(machine.text(f'{name}.status')), 1)
    yield from expect('figures', machine.text(f'{name}.json'), '')
    said = machine.text(f'{name}.said').strip().splitlines()
    if len(said) != 1 or not said[0].endswith('.') or not re.search(r'\d', said[0]):
        yield f'said: {said}'
    if int(machine.text(f'{name}.samples')) < 3:
        yield 'it was not measuring yet'


def gone(machine, name):
    said = machine.text(f'{name}.gone').strip()
    if not re.fullmatch(r'There is no NVMe controller nvme\d+ any more\.', said):
        yield f'said: {said}'


def test(tap, build):
    machine = Machine(build, {'mkfs.ext4': 'e2fsprogs'})
    for number, name in enumerate(('raw', 'held')):
        machine.device(f'pcie-root-port,id=port{number},chassis={number + 1},slot={number + 1}')
        machine.nvme(name.upper(), bus=f'port{number}')

    def pull(name):
        return lambda: machine.ask_monitor('device_del', id=f'{name}-c')

    try:
        tap.check('the machine runs',
                  machine.succeed('guest-unplug.sh', 400, {'pull-raw': pull('raw'), 'pull-held': pull('held')}))
        tap.check('a device pulled while io_uring reads it is a failure', failure(machine, 'raw'))
        tap.check('a file system pulled from under its file is a failure', failure(machine, 'held'))
        tap.check('its controller is said to be gone', [*gone(machine, 'raw'), *gone(machine, 'held')])
        tap.check('it is no longer listed', expect('drives', machine.json('list.json')['drives'], []))
    finally:
        machine.close()


main(test, 'pulling emulated drives')
