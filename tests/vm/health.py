#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What real drivers say of drives' health, and the engine on an NVMe drive. Usage: health.py BUILD-FOLDER"""

import subprocess

from machine import Broken, Machine, expect, main

# Ours, nvme-cli's, smartctl's name of the same value
COUNTERS = [
    ('units_read', 'data_units_read', 'data_units_read'),
    ('units_written', 'data_units_written', 'data_units_written'),
    ('read_commands', 'host_read_commands', 'host_reads'),
    ('write_commands', 'host_write_commands', 'host_writes'),
    ('busy_minutes', 'controller_busy_time', 'controller_busy_time'),
    ('power_cycles', 'power_cycles', 'power_cycles'),
    ('hours', 'power_on_hours', 'power_on_hours'),
    ('unsafe_shutdowns', 'unsafe_shutdowns', 'unsafe_shutdowns'),
    ('media_errors', 'media_errors', 'media_errors'),
    ('error_entries', 'num_err_log_entries', 'num_err_log_entries'),
    ('warning_minutes', 'warning_temp_time', 'warning_temp_time'),
    ('critical_minutes', 'critical_comp_time', 'critical_comp_time'),
    ('light_throttle_count', 'thm_temp1_trans_count', None),
    ('heavy_throttle_count', 'thm_temp2_trans_count', None),
    ('light_throttle_seconds', 'thm_temp1_total_time', None),
    ('heavy_throttle_seconds', 'thm_temp2_total_time', None),
]


def same_values(ours, cli, ctl):
    for name, of_cli, of_ctl in COUNTERS:
        yield from expect(f'{name} beside nvme-cli', int(ours[name]), int(cli[of_cli]))
        if of_ctl is not None:
            yield from expect(f'{name} beside smartctl', int(ours[name]), int(ctl[of_ctl]))
    yield from expect('temperature beside nvme-cli', ours['temperature'], cli['temperature'] - 273)
    yield from expect('temperature beside smartctl', ours['temperature'], ctl['temperature'])
    yield from expect('warnings beside nvme-cli', ours['warnings'], cli['critical_warning'])
    yield from expect('warnings beside smartctl', ours['warnings'], ctl['critical_warning'])
    yield from expect('used beside nvme-cli', ours['used'], cli['percent_used'])
    yield from expect('used beside smartctl', ours['used'], ctl['percentage_used'])
    # Both 0: the emulated drive counts no spare
    for name, of_cli, of_ctl in (('spare', 'avail_spare', 'available_spare'),
                                 ('spare_threshold', 'spare_thresh', 'available_spare_threshold')):
        yield from expect(f'{name} beside nvme-cli', ours[name] or 0, cli[of_cli])
        yield from expect(f'{name} beside smartctl', ours[name] or 0, ctl[of_ctl])


def same_identity(ours, identify, ctl):
    yield from expect('model', ours['model'], identify['mn'].strip())
    yield from expect('model beside smartctl', ours['model'], ctl['model_name'])
    yield from expect('serial', ours['serial'], 'HEALTH')
    yield from expect('serial beside smartctl', ours['serial'], ctl['serial_number'])
    yield from expect('firmware', ours['firmware'], identify['fr'].strip())
    yield from expect('vendor', ours['vendor'], identify['vid'])
    yield from expect('version', ours['version'], identify['ver'])
    yield from expect('warning temperature', ours['warning_temperature'], identify['wctemp'] - 273)
    yield from expect('critical temperature', ours['critical_temperature'], identify['cctemp'] - 273)
    yield from expect('volatile cache', ours['volatile_cache'], identify['vwc'] & 1)


def results(found, **wanted):
    return expect('how reading the pages ended', found['results'], wanted)


def frames(machine, build, name):
    done = subprocess.run([f'{build}/tests/vm/drive-dump', 'frames', str(machine.share / f'{name}.frames')],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
    if done.returncode != 0:
        raise Broken(f'{name}: {done.stderr.strip()}')
    (machine.share / f'{name}.json').write_text(done.stdout, encoding='utf-8')
    return machine.json(f'{name}.json')


def status(machine, name, wanted):
    return expect(f'exit status, {name}', int(machine.text(f'{name}.status')), wanted)


def refused(machine, name, wanted):
    yield from status(machine, name, wanted)
    yield from expect(f'output, {name}', (machine.share / f'{name}.frames').read_bytes(), b'')


def discovery(machine):
    drives = machine.json('list.json')['drives']
    by_serial = {drive['serial']: drive for drive in drives}
    yield from expect('serials', sorted(drive['serial'] or '' for drive in drives),
                      ['HEALTH', 'HOT', 'LATER', 'MEASURED', 'NOCACHE', 'SATA1', 'WARNED'])
    if len(by_serial) != 7:
        return
    for serial, drive in by_serial.items():
        yield from expect(f'kind of {serial}', drive['kind'], 'sata' if serial == 'SATA1' else 'nvme')
        yield from expect(f'model of {serial}', drive['model'], 'QEMU HARDDISK' if serial == 'SATA1' else 'QEMU NVMe Ctrl')
    yield from expect('capacity', by_serial['MEASURED']['capacity'], 96 << 20)
    yield from expect('block size', by_serial['WARNED']['logical_block_size'], 4096)
    yield from expect('rotation', by_serial['SATA1']['rotational'], 0)


def confined(found):
    yield from expect('capabilities', int(found['CapEff'], 16), 1 << 21)
    yield from expect('permitted capabilities', int(found['CapPrm'], 16), 1 << 21)
    yield from expect('inherited capabilities', int(found['CapInh'], 16), 0)
    yield from expect('no new privileges', found['NoNewPrivs'], '1')
    yield from expect('filter of system calls', found['Seccomp'], '2')
    yield from expect('blocked signals', int(found['SigBlk'], 16), 0)
    yield from expect('directory', found['directory'], '/')
    files = sorted(path.split(':')[0] for path in found['descriptors'].values())
    if len(files) != 4 or not any(path.startswith('/dev/nvme') for path in files):
        yield f'open files: {files}'
    yield from expect('exit status', found['status'], 0)


def measured(machine):
    read, write, device = (machine.json(f'{name}.json') for name in ('read', 'write', 'device'))
    before, after = machine.json('measured-before.json'), machine.json('measured-after.json')
    for name, found, ios in (('read', read, 1024), ('write', write, 1024), ('device', device, 128)):
        if not found['engine'].startswith('io_uring'):
            yield f'{name}: measured with {found["engine"]}'
        if found['ios'] < ios:
            yield f'{name}: {found["ios"]} I/Os instead of at least {ios}'
    # What the engine counts, the drive counted as well: every 4 KiB transfer is a command of its own
    for name, found, counter in (('read', read, 'read_commands'), ('write', write, 'write_commands')):
        counted = int(after[counter]) - int(before[counter])
        if counted < found['ios']:
            yield f'{name}: the drive counted {counted} commands, the engine {found["ios"]} I/Os'


def places(machine):
    """Every drive is offered as a place, the mounted one by its folder"""
    names = {drive['name']: drive['serial'] for drive in machine.json('list.json')['drives']}
    found = {names.get(drive['name']): place for place in machine.json('places.json')['places'] for drive in place['drives']}
    missing = set(names.values()) - found.keys()
    if missing:
        yield f'no place for {missing}'
        return
    yield from expect('mounted at', found['MEASURED']['mount_point'], '/run/measured')
    yield from expect('stack', found['MEASURED']['stack'], 'ext4 on QEMU NVMe Ctrl')


def tiles(machine):
    if int(machine.text('tiles.status')) != 0:
        yield machine.text('tiles.said')
        return
    result = machine.json('tiles.json')
    yield from expect('state', result['state'], 'finished')
    yield from expect('stack', result['target']['stack'], 'ext4 on QEMU NVMe Ctrl')
    yield from expect('model', result['target']['drives'][0]['model'], 'QEMU NVMe Ctrl')
    yield from expect('cells', sorted(cell['op'] for cell in result['cells']), ['read', 'write'])
    for cell in result['cells']:
        if not cell['mb_s'] > 0 or not cell['ios'] > 0:
            yield f'measured nothing: {cell}'


def by_program(machine, cli):
    """What drivescope-cli health says of the drive that nothing touches"""
    yield from status(machine, 'cli-health', 0)
    drives = machine.json('cli-health.json')['drives']
    yield from expect('drives', len(drives), 1)
    ours = drives[0] | drives[0]['nvme']
    yield from expect('source', ours['source'], 'libnvme')
    yield from expect('verdict', (ours['verdict'], ours['rule']), ('unknown', 'virtual'))
    yield from expect('write cache', ours['write_cache'], 'on')
    yield from expect('refusals', ours['refusals'], [])
    yield from expect('temperature', ours['temperature'], cli['temperature'] - 273)
    for name, of_cli, _ in COUNTERS:
        name = {'units_read': 'data_units_read', 'units_written': 'data_units_written'}.get(name, name)
        yield from expect(f'{name} beside nvme-cli', ours[name], int(cli[of_cli]))
    said = machine.text('cli-health.text')
    if '50 °C' not in said or 'virtual drive' not in said:
        yield f'no temperature or no verdict: {said}'


def glance(machine):
    """All drives at once, each with its own verdict"""
    rules = sorted((drive['kind'], drive['rule']) for drive in machine.json('cli-glance.json')['drives'])
    yield from expect('rules', rules, [('nvme', 'hot-now'), ('nvme', 'read-only'), ('nvme', 'unreliable'),
                                       ('nvme', 'virtual'), ('nvme', 'virtual'), ('nvme', 'virtual'), ('sata', 'virtual')])


def heat(machine):
    """A result has the drive's temperature, which the emulated one keeps, and the state of its write cache"""
    if int(machine.text('tiles.status')) != 0:
        yield 'no result'
        return
    result = machine.json('tiles.json')
    series = [one for one in result['series'] if one['name'] == 'temperature']
    yield from expect('series of temperature', len(series), 1)
    if series:
        yield from expect('units', (series[0]['unit_x'], series[0]['unit_y']), ('s', '°C'))
        yield from expect('temperatures', set(series[0]['y']), {50})
    yield from expect('write cache', result['target']['drives'][0].get('drive_write_cache'), 'on')


def verdict(found, grade, rule):
    yield from expect('verdict', (found['verdict'], found['rule']), (grade, rule))
    if not found['reason'].endswith('.'):
        yield f'no sentence: {found["reason"]}'


def test(tap, build):
    machine = Machine(build, {'nvme': 'nvme-cli', 'smartctl': 'smartmontools', 'mkfs.ext4': 'e2fsprogs',
                              'setpriv': 'util-linux'})
    machine.nvme('HEALTH')
    machine.nvme('WARNED', smart_critical_warning=4, logical_block_size=4096, physical_block_size=4096)
    machine.nvme('LATER')
    machine.nvme('HOT')
    machine.nvme('NOCACHE', write_cache='off')
    machine.nvme('MEASURED', size=96 << 20)
    machine.image('sata', 64 << 20)
    machine.device('ide-hd,drive=sata,bus=ide.0,serial=SATA1,rotation_rate=1')

    def warn():
        machine.ask_monitor('qom-set', path='/machine/peripheral/later-c', property='smart_critical_warning', value=8)

    try:
        tap.check('the machine runs', machine.succeed('guest-health.sh', 400, {'warn': warn}))
        tap.check('every drive is found through sysfs', discovery(machine))

        direct, helped = machine.json('libnvme.json'), frames(machine, build, 'helper')
        cli, ctl = machine.json('nvme-cli.json'), machine.json('smartctl.json')
        log = ctl['nvme_smart_health_information_log']
        tap.check('read by libnvme: as nvme-cli and smartctl say', same_values(direct, cli, log))
        tap.check('read by the helper: as nvme-cli and smartctl say', same_values(helped, cli, log))
        tap.check('identity as nvme-cli and smartctl say',
                  same_identity(direct, machine.json('nvme-cli-identify.json'), ctl))
        tap.check('the helper says the same as libnvme', expect('all', helped, direct))
        tap.check('what the drive does not offer is not asked for',
                  results(direct, identify='done', smart='done', errors='done', self_test='not-supported',
                          write_cache='done'))
        tap.check('an emulated drive without a warning is Unknown', verdict(direct, 'unknown', 'virtual'))

        tap.check('drivescope-cli health says the same', by_program(machine, cli))
        tap.check('drivescope-cli health shows all drives', glance(machine))
        tap.check('a result has temperature and write cache', heat(machine))
        tap.check('the helper ends well', status(machine, 'helper', 0))
        tap.check('without rights nothing is opened', refused(machine, 'denied', 4))
        tap.check('without the capability the drive refuses',
                  [*status(machine, 'refused', 0),
                   *expect('SMART', frames(machine, build, 'refused')['results']['smart'], 'not-permitted')])
        tap.check('a name that the kernel does not know is refused', refused(machine, 'unknown', 3))
        tap.check('a link in place of the controller is refused', refused(machine, 'link', 4))
        tap.check('a file in place of the controller is refused', refused(machine, 'file', 3))
        tap.check('the environment changes nothing', expect('all', frames(machine, build, 'environment'), direct))
        tap.check('closed standard descriptors change nothing', expect('all', frames(machine, build, 'closed'), direct))
        tap.check('a closed standard output is noticed', status(machine, 'closed', 6))
        tap.check('a pipe that nobody reads is noticed', status(machine, 'pipe', 6))
        tap.check('the helper keeps nothing that it does not need', confined(machine.json('confined.json')))

        tap.check('a critical warning is Failing', verdict(machine.json('warned.json'), 'failing', 'unreliable'))
        tap.check('before a warning: Unknown', verdict(machine.json('later-before.json'), 'unknown', 'virtual'))
        tap.check('a warning that comes while it runs is Failing',
                  verdict(machine.json('later-after.json'), 'failing', 'read-only'))
        tap.check('a threshold below the temperature is to watch', verdict(machine.json('hot.json'), 'watch', 'hot-now'))
        tap.check('the volatile write cache: on by feature 06h', expect('enabled', direct['cache_enabled'], 1))
        tap.check('the volatile write cache: off by feature 06h',
                  expect('enabled', machine.json('no-cache.json')['cache_enabled'], 0))
        tap.check('the engine measures an NVMe drive', measured(machine))
        tap.check('every drive is offered as a place', places(machine))
        tap.check('the tiles of an NVMe drive', tiles(machine))
    finally:
        machine.close()


main(test, 'health of emulated drives')
