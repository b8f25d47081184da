#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies under a path, with real device-mapper, RAID and multipath drivers. Usage: stacks.py BUILD-FOLDER"""

from machine import Machine, expect, main


def place(machine, name, serials, stack, encrypted=0):
    found = machine.json(f'{name}.json')
    yield from expect('leaves', sorted(drive['serial'] for drive in found['drives']), serials)
    yield from expect('in words', found['stack'], stack)
    yield from expect('encrypted', found['encrypted'], encrypted)
    yield from expect('file system', found['fs_type'], 'ext4')
    for drive in found['drives']:
        yield from expect('kind', drive['kind'], 'nvme')


def once_each(machine):
    serials = [drive['serial'] for drive in machine.json('list.json')['drives'] if drive['kind'] == 'nvme']
    yield from expect('serials', sorted(serials), ['LEFT', 'LOCKED', 'PATHS', 'RIGHT'])


def both_controllers(machine):
    yield from expect('controllers', len(machine.text('paths.controllers').split()), 2)
    yield from expect('answers', (machine.share / 'paths.count').read_bytes().count(b'DSSMART1'), 2)


def test(tap, build):
    machine = Machine(build, {'cryptsetup': 'cryptsetup-bin', 'lvcreate': 'lvm2', 'mdadm': 'mdadm', 'mkfs.ext4': 'e2fsprogs'})
    machine.nvme('LOCKED', size=96 << 20)
    machine.nvme('LEFT')
    machine.nvme('RIGHT')
    machine.image('paths', 64 << 20)
    machine.device('nvme-subsys,id=subsystem0')
    machine.device('nvme,id=path0,serial=PATHS,subsys=subsystem0')
    machine.device('nvme,id=path1,serial=PATHS,subsys=subsystem0')
    machine.device('nvme-ns,drive=paths,nsid=1,shared=on,bus=path0')
    try:
        tap.check('the machine runs', machine.succeed('guest-stacks.sh', 400))
        tap.check('ext4 on LVM on LUKS', place(machine, 'vault', ['LOCKED'], 'ext4 on LVM on LUKS on QEMU NVMe Ctrl', 1))
        tap.check('ext4 on a mirror', place(machine, 'mirror', ['LEFT', 'RIGHT'],
                                            'ext4 on RAID 1 on QEMU NVMe Ctrl'))
        tap.check('ext4 in a file on the mirror', place(machine, 'loop', ['LEFT', 'RIGHT'],
                                                           'ext4 on a file on ext4 on RAID 1 on QEMU NVMe Ctrl'))
        tap.check('a drive with two controllers', place(machine, 'paths', ['PATHS'], 'ext4 on QEMU NVMe Ctrl'))
        tap.check('the helper reads either of them', both_controllers(machine))
        tap.check('every drive is listed once', once_each(machine))
    finally:
        machine.close()


main(test, 'stacks of emulated drives')
