#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the terminal program does with results beside measuring them: history, comparison, export, import."""

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
SHORT = ['--engine=null', '--seconds=0.1', '--pause=0', '--size=16MiB']
CDM = """CrystalDiskMark 6.0.2 x64 (C) 2007-2018 hiyohiyo
   Sequential Read (Q= 32,T= 1) :   471.231 MB/s
  Sequential Write (Q= 32,T= 1) :   324.382 MB/s
  Random Read 4KiB (Q=  1,T= 1) :    33.779 MB/s [   8246.8 IOPS]

  Test : 1024 MiB [C: 26.4% (122.8/465.2 GiB)] (x5)  [Interval=5 sec]
  Date : 2018/12/15 0:48:36
    OS : Windows 10  [10.0 Build 17134] (x64)
"""

tap = Tap()
home = Path(tempfile.mkdtemp(prefix='ds-results-'))
results = home / 'data' / 'drivescope' / 'results'
environment = {key: value for key, value in os.environ.items() if not key.startswith(('LC_', 'XDG_')) and key != 'LANGUAGE'}
environment |= {'LANG': 'C.UTF-8', 'HOME': str(home), 'G_DEBUG': 'fatal-warnings', 'XDG_DATA_HOME': str(home / 'data')}
environment['LSAN_OPTIONS'] = (environment.get('LSAN_OPTIONS', '') + ':print_suppressions=0').lstrip(':')


def run(*arguments, **more):
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=home, env=environment, capture_output=True, text=True,
                          timeout=120, **more)


def expect(what, result, status, out=None, err=None):
    """out and err: a piece that must be there; '' for nothing at all"""
    complaints = [] if result.returncode == status else [f'ended with {result.returncode}, not {status}']
    for name, text, piece in (('standard output', result.stdout, out), ('standard error', result.stderr, err)):
        if piece == '' and text:
            complaints.append(f'{name} should be empty')
        elif piece and piece not in text:
            complaints.append(f'{name} does not say: {piece}')
    tap.check(what, complaints and complaints + [result.stdout[:2000], result.stderr])


def listed(*arguments):
    return json.loads(run('history', *arguments, '--json=-').stdout)


def history():
    expect('an empty history', run('history'), 0, '', 'Nothing has been measured yet')
    expect('a finished run', run('run', 'tiles', '.', *SHORT, '--runs=4'), 0)
    expect('another', run('run', 'tiles', '.', *SHORT, '--runs=2', '--op=read', '--data=0', '--comment=Bàn'), 0)
    run('run', 'tiles', '.', '--engine=null', '--max-write=17MiB', '--size=16MiB', '--seconds=0.1', '--runs=1', '--pause=0')
    entries = listed()
    tap.check('every run that measured something is kept, the newest first',
              [] if [e['state'] for e in entries] == ['stopped', 'finished', 'finished'] and entries[1]['comment'] == 'Bàn'
              else [str(entries)])
    tap.check('one file a run, for nobody else to read',
              [] if len(list(results.glob('*.drivescope.json'))) == 3 and results.stat().st_mode & 0o77 == 0
              else [str(list(results.iterdir()))])
    expect('the list', run('history'), 0, '3  ', '')
    expect('a title, a comment and tags', run('history', '2', '--title=Máy “A”', '--comment=x', '--tags=one, two'), 0, '', '')
    entry = listed()[1]
    tap.check('they are kept', [] if (entry['title'], entry['comment'], entry['tags']) == ('Máy “A”', 'x', ['one', 'two'])
              else [str(entry)])
    tap.check('searched', [] if [e['number'] for e in listed('--search=máy TWO')] == [2] else ['not found'])
    expect('nothing found', run('history', '--search=nowhere'), 0, '', 'No result in the history is like that')
    tap.check('by suite', [] if len(listed('--suite=tiles')) == 3 and not listed('--suite=copy') else ['wrong'])
    tap.check('by day', [] if len(listed('--from=2020-01-01', '--to=2999-12-31')) == 3 and not listed('--to=2020-01-01')
              else ['wrong'])
    expect('a day that is none', run('history', '--from=yesterday'), 2, '', '“yesterday” is not a day')
    expect('deleted', run('history', entry['id'], '--delete'), 0, '', f'--restore {entry["id"]}')
    tap.check('it is gone', [] if len(listed()) == 2 else ['it is not'])
    expect('brought back', run('history', '--restore', entry['id']), 0, '', '')
    tap.check('it is back', [] if listed()[1]['title'] == 'Máy “A”' else [str(listed())])
    expect('deleted, but what', run('history', '--delete'), 2, '', 'Say which result is meant')
    expect('a result, but what to do', run('history', '1'), 2, '', 'Say what to do')
    expect('a number too large', run('history', '9', '--delete'), 2, '', 'There is no result 9 in the history')
    expect('no such id', run('history', '2026-x', '--delete'), 2, '', 'neither a file nor a result')
    expect('not one id alone', run('history', entry['id'][:8], '--delete'), 2, '', 'More than one result')
    (results / 'bad.drivescope.json').write_text('{ broken')
    expect('a damaged file is shown', run('history'), 0, 'damaged')
    tap.check('and left alone', [] if (results / 'bad.drivescope.json').read_text() == '{ broken' else ['it changed'])
    (results / 'bad.drivescope.json').unlink()


def comparison():
    done = run('compare', '3', '2')
    expect('two results', done, 0, 'Runs: 4 · 2')
    expect('what differs is named', done, 0, 'Incompressible data: 100.0 % · 0.0 %')
    expect('the same drive', done, 0, 'no difference seen')
    expect('how it was judged', done, 0, 'where their ranges do not overlap')
    done = run('compare', '3', 'ref:wd black', '--prices=100,200', '--json=-')
    compared = json.loads(done.stdout)
    row = next(row for row in compared['rows'] if (row['label'], row['op']) == ('RND4K Q1T1', 'read'))
    complaints = []
    if row['cells'][1]['mb_s'] != 46.845 or row['cells'][1]['evidence'] != 'ranges' or row['cells'][1]['difference'] != 'slower':
        complaints.append(str(row))
    if abs(compared['results'][1]['gb_per_price'] - 2.56) > 1e-9 or compared['results'][1]['price'] != 200:
        complaints.append(str(compared['results']))
    tap.check('with a bundled drive and prices', complaints)
    expect('bundled drives', run('history', '--references'), 0, 'ref:WD Black PCIe 512 GB\n', '')
    expect('no such drive', run('compare', '1', 'ref:none'), 2, '', 'There is no bundled drive “none”')
    expect('one alone', run('compare', '1'), 2, '', 'at least two')
    expect('a file that is none', run('compare', '1', PROGRAM), 1, '', 'neither a result')


def exports():
    for form, piece in {'json': '"schema": "drivescope-result/1"', 'csv': 'suite,started', 'text': 'MB/s [', 'plain': 'SEQ1M Q8T1',
                        'markdown': '| SEQ1M Q8T1 |', 'bbcode': '[code]', 'html': '<table>', 'svg': '<svg',
                        'fio': 'ioengine=io_uring'}.items():
        expect(f'export as {form}', run('export', '3', f'--format={form}'), 0, piece, '')
    expect('without a format it is the file', run('export', '3'), 0, '"cells"', '')
    expect('no such format', run('export', '3', '--format=doc'), 2, '', 'Choose one of: json, csv')
    expect('a picture to a file', run('export', '3', '--format=png', '--output=x.png'), 0, '', '')
    tap.check('which is one', [] if (home / 'x.png').read_bytes().startswith(b'\x89PNG') else ['it is not'])
    expect('one row for fio', run('export', '3', '--format=fio', '--row=RND4K Q1T1'), 0, '[RND4K Q1T1 read]', '')
    expect('no folder to write to', run('export', '3', '--output=no/x'), 1, '', 'There is no folder')


def imports():
    (home / 'cdm.txt').write_text(CDM)
    done = run('import', 'cdm.txt', '--title=Old')
    expect('a text of CrystalDiskMark', done, 0, 'tiles', '')
    entry = next(entry for entry in listed() if entry['id'] == done.stdout.strip())
    tap.check('is in the history', [] if (entry['title'], entry['imported_from'], entry['read_mb_s']) ==
              ('Old', 'CrystalDiskMark 6.0.2', 471.231) else [str(entry)])
    expect('from standard input', run('import', '-', input=CDM), 0, 'tiles', '')
    expect('a result file', run('import', results / f'{entry["id"]}.drivescope.json'), 0, 'tiles', '')
    (home / 'bad.txt').write_text(CDM.replace('33.779', 'fast'))
    expect('a line that is none', run('import', 'bad.txt'), 1, '', 'bad.txt: Line 4 of this text is not understood')
    expect('no such file', run('import', 'nothing.txt'), 1, '', 'nothing.txt')
    fio = shutil.which('fio')
    if fio:
        done = subprocess.run([fio, '--output-format=json', '--name=x', f'--filename={home}/file', '--rw=randread', '--bs=8k',
                               '--size=1m', '--ioengine=psync', '--iodepth=1'], capture_output=True, text=True)
        (home / 'fio.json').write_text(done.stdout)
        done = run('import', 'fio.json')
        expect('what fio prints', done, 0, 'tiles', '')
        expect('is compared', run('compare', done.stdout.strip(), done.stdout.strip()), 0, 'RND8K Q1T1 read')
    else:
        tap.skip('what fio prints', 'fio is not installed')


try:
    for part in (history, comparison, exports, imports):
        part()
finally:
    shutil.rmtree(home, ignore_errors=True)
tap.done()
