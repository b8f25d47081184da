#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The terminal program as its users and their scripts meet it: sentences, exit status, files, signals."""

import csv
import fcntl
import io
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'tree'))
from tap import ROOT, Tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
NO_DIRECT = os.path.abspath(sys.argv[2])
SHORT = ['--seconds=0.2', '--runs=1', '--size=16MiB', '--pause=0']
ONE = SHORT + ['--rows=RND4K Q1T1', '--op=read']
SCHEMA = ROOT / 'data' / 'schema' / 'drivescope-result-1.schema.json'

tap = Tap()
home = Path(tempfile.mkdtemp(prefix='ds-cli-'))
folder = home / 'target'
folder.mkdir()
environment = {key: value for key, value in os.environ.items()
               if not key.startswith('LC_') and key not in ('LANGUAGE', 'COLUMNS')}
environment |= {'LANG': 'C.UTF-8', 'HOME': str(home), 'TERM': 'xterm', 'G_DEBUG': 'fatal-warnings',
                'XDG_STATE_HOME': str(home / 'state'), 'XDG_CACHE_HOME': str(home / 'cache'),
                'XDG_DATA_HOME': str(home / 'data')}
# What the leak checker says of libraries is nothing that the program says.
environment['LSAN_OPTIONS'] = (environment.get('LSAN_OPTIONS', '') + ':print_suppressions=0').lstrip(':')


class Result:
    def __init__(self, status, out, err):
        self.status = status
        self.raw = out
        self.out = out.decode('utf-8', 'replace')
        self.err = err.decode('utf-8', 'replace')


def run(*arguments, before=(), env=None, cwd=folder, **more):
    done = subprocess.run([*before, PROGRAM, *map(str, arguments)], cwd=cwd, env=environment | (env or {}),
                          stdin=subprocess.DEVNULL, capture_output='stdout' not in more, timeout=120,
                          **({'stderr': subprocess.PIPE} if 'stdout' in more else {}), **more)
    return Result(done.returncode, done.stdout or b'', done.stderr)


def expect(what, result, status, err=None, out=None, left=()):
    """err and out: a piece that must be there; '' for nothing at all"""
    complaints = []
    if result.status != status:
        complaints.append(f'ended with {result.status}, not {status}')
    for name, text, piece in (('standard error', result.err, err), ('standard output', result.out, out)):
        if piece == '' and text:
            complaints.append(f'{name} should be empty')
        elif piece and piece not in text:
            complaints.append(f'{name} does not say: {piece}')
    found = sorted(os.listdir(folder))
    if found != sorted(left):
        complaints.append(f'left in the target: {found}')
    if complaints:
        complaints += [f'standard error: {result.err}', f'standard output: {result.out[:2000]}']
    tap.check(what, complaints)


def sentences():
    expect('nothing asked', run(), 2, 'Usage: drivescope-cli COMMAND', '')
    expect('help', run('--help'), 0, '', 'render RESULT.json OUT.{png,svg,pdf}')
    expect('help as a command', run('help'), 0, '', 'render RESULT.json OUT.{png,svg,pdf}')
    expect('help of a suite as a command', run('help', 'run', 'tiles'), 0, '', '--rows')
    expect('help of what is not there', run('help', 'rnu'), 2, 'There is no command “rnu”. Did you mean “run”?', '')
    expect('version', run('--version'), 0, '', 'drivescope-cli ')
    for command in ('list', 'suites', 'run', 'render', 'health'):
        expect(f'help of {command}', run(command, '--help'), 0, '', f'Usage: drivescope-cli {command}')
    expect('help of a suite', run('run', 'tiles', '--help'), 0, '', '--rows')
    expect('unknown command', run('rnu'), 2, 'There is no command “rnu”. Did you mean “run”?', '')
    expect('no such command at all', run('frobnicate'), 2, 'There is no command “frobnicate”.', '')
    expect('run alone', run('run'), 2, 'needs more: drivescope-cli run SUITE TARGET', '')
    expect('no target', run('run', 'tiles'), 2, '“run tiles” needs a target', '')
    expect('too many words', run('run', 'tiles', '.', 'x'), 2, '“x” is one word too many', '')
    expect('unknown suite, near', run('run', 'tilse', '.'), 2, 'There is no suite “tilse”. Did you mean “tiles”?', '')
    expect('unknown suite, far', run('run', 'xyz', '.'), 2, '“drivescope-cli suites” shows them all.', '')
    expect('unknown option, near', run('run', 'tiles', '.', '--sise=1GiB'), 2, 'Did you mean “--size”?', '')
    expect('unknown option, far', run('run', 'tiles', '.', '--zzzzz'), 2, 'has no option “--zzzzz”.', '')
    expect('unknown option of list', run('list', '--jsno'), 2, 'Did you mean “--json”?', '')
    expect('short option', run('run', 'tiles', '.', '-n'), 2, 'Options start with two dashes', '')
    expect('option without its value', run('run', 'tiles', '.', '--runs'), 2, '“--runs” needs a value: 1 to 9.', '')
    expect('file option without a file', run('run', 'tiles', '.', '--json'), 2, '“-” for standard output', '')
    expect('value where there is none', run('run', 'tiles', '.', '--yes=1'), 2, '“--yes” takes no value', '')
    for option, piece in {'--runs=0': 'from 1 to 9', '--runs=abc': 'from 1 to 9', '--size=1KiB': 'from 16MiB to 64GiB',
                          '--size=3GiB': 'power of two', '--seconds=-1': 'from 0.1 to 60', '--pause=601': 'from 0 to 600',
                          '--op=both': 'all, read, write, mix', '--rows=RND4K': 'as in “RND4K Q32T1”',
                          '--rows=SEQ16M Q1T1': 'Choose 4KiB to 8MiB', '--engine=fast': 'null',
                          '--max-write=0': 'is not a value for --max-write',
                          '--max-write=much': 'Write a size such as 20GiB'}.items():
        expect(f'bad value {option}', run('run', 'tiles', '.', option), 2, piece, '')
    expect('bytes that are no text', run('run', 'tiles', '.', b'--s\xffze=1'.decode('utf-8', 'surrogateescape')), 2,
           'has no option', '')


def targets():
    expect('no such folder', run('run', 'tiles', 'nope', *SHORT), 1, 'There is no folder or file “nope”.', '')
    (folder / 'pipe').touch()
    (folder / 'pipe').unlink()
    os.mkfifo(folder / 'pipe')
    expect('FIFO', run('run', 'tiles', 'pipe', *SHORT), 1, 'pipe” is neither a folder nor a file nor a drive', '', ['pipe'])
    (folder / 'pipe').unlink()
    expect('character device', run('run', 'tiles', '/dev/null', *SHORT), 1, '“/dev/null” is neither', '')
    (folder / 'file').write_bytes(b'x' * (1 << 20))
    expect('file where it would be written', run('run', 'tiles', 'file', *SHORT), 1, 'Choose a folder, or only read', '',
           ['file'])
    expect('file below a file', run('run', 'tiles', 'file/x', *SHORT), 1, 'There is no folder or file', '', ['file'])
    expect('file that is only read', run('run', 'tiles', 'file', *ONE), 0, '', 'RND4K Q1T1', ['file'])
    tap.check('a file that was read is as it was',
              [] if (folder / 'file').read_bytes() == b'x' * (1 << 20) else ['it changed'])
    (folder / 'file').unlink()
    expect('null engine needs no target', run('run', 'tiles', 'nowhere', *SHORT, '--engine=null'), 0, '',
           'This is an imaginary drive of known speed')
    if os.path.ismount('/dev/shm'):
        expect('RAM disk', run('run', 'tiles', '/dev/shm', *SHORT), 1, 'This folder is on a RAM disk (tmpfs)', '')
        expect('RAM disk, buffered, without a yes', run('run', 'tiles', '/dev/shm', *ONE, '--direct=off'), 1,
               'Nothing was started. Add --yes', '')
        expect('RAM disk, buffered, with a yes', run('run', 'tiles', '/dev/shm', *ONE, '--direct=off', '--yes'), 0, '',
               'worthless')
    else:
        tap.skip('RAM disk', 'this machine has no /dev/shm')
    for name in ('with space', 'colon:name', 'quote\'s and "more"', 'thư mục Việt', '新文件夹', '-dash'):
        odd = home / name
        odd.mkdir()
        done = run('run', 'tiles', odd, *ONE, '--json=-')
        complaints = [] if done.status == 0 else [done.err]
        if done.status == 0 and json.loads(done.out)['target']['path'] != str(odd):
            complaints.append(f'the path became {json.loads(done.out)["target"]["path"]}')
        tap.check(f'folder “{name}”', complaints + [f'left: {left}' for left in os.listdir(odd)])
        odd.rmdir()
    for name, shown in {'esc\x1b[31mred': 'esc\\x1b[31mred', 'two\nlines': 'two\\x0alines', 'tab\there': 'tab\\x09here',
                        'c1\x9b31m': 'c1\\x9b31m'}.items():
        odd = home / name
        odd.mkdir()
        expect(f'control characters in a folder, {shown}, dry', run('run', 'tiles', odd, '--dry-run'), 0, '', shown)
        done = run('run', 'tiles', odd, *ONE, f'--json={home}/odd.json')
        expect(f'control characters in a folder, {shown}', done, 0, '')
        tap.check(f'{shown} commands no terminal', [repr(letter) for letter in '\x1b\t\x9b' if letter in done.out])
        kept = json.loads((home / 'odd.json').read_text(encoding='utf-8'))['target']['path']
        tap.check(f'{shown} is as it is in JSON', [] if kept == str(odd) else [kept])
        expect(f'control characters in a sentence, {shown}', run('run', 'tiles', odd / 'nope'), 1, f'{shown}/nope', '')
        expect(f'control characters in a suite, {shown}', run('run', name, '.'), 2, shown, '')
        odd.rmdir()
    link = home / 'link'
    link.symlink_to(folder)
    expect('symbolic link', run('run', 'tiles', link, *ONE), 0, '', 'RND4K Q1T1')
    link.unlink()
    link.symlink_to(link)
    expect('symbolic link to itself', run('run', 'tiles', link, *ONE), 1, 'link', '')
    link.unlink()
    expect('relative target', run('run', 'tiles', '.', *ONE, '--json=-'), 0, '', f'"path": "{folder}"')


def privileged(script, *arguments):
    """The program in a mount namespace of its own, behind a shell script that has $T for a new folder"""
    place = home / 'mount'
    place.mkdir(exist_ok=True)
    return run(*arguments, before=['unshare', '-m', 'sh', '-ec', f'T={place}; {script}; exec "$@"', 'sh'], cwd=home)


def needs_root(what):
    if os.geteuid() == 0 and subprocess.run(['unshare', '-m', 'true'], capture_output=True).returncode == 0:
        return True
    tap.skip(what, 'only root may mount')
    return False


def file_systems():
    mount = home / 'mount'
    if needs_root('read-only file system'):
        expect('read-only file system',
               privileged('mount --bind $T $T; mount -o remount,bind,ro $T', 'run', 'tiles', mount, *SHORT), 1,
               'mounted read-only', '')
        expect('read-only, dry', privileged('mount --bind $T $T; mount -o remount,bind,ro $T', 'run', 'tiles', mount,
                                            '--dry-run'), 1, 'mounted read-only', 'Benchmark')
        small = 'mount -t tmpfs -o size=8m none $T'
        expect('not enough space',
               privileged(small, 'run', 'tiles', mount, *ONE, '--direct=off', '--yes'), 1,
               'the test file needs 16.0', '')
        expect('not enough space, dry', privileged(small, 'run', 'tiles', mount, *ONE, '--dry-run'), 1,
               'There is not enough space', 'Benchmark')
        expect('output on a read-only file system',
               privileged('mount --bind $T $T; mount -o remount,bind,ro $T', 'run', 'tiles', folder, *SHORT,
                          f'--json={mount}/x.json'), 1, 'cannot be written: Read-only file system', '')
    if os.geteuid() == 0 and shutil.which('setpriv'):
        nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
        os.chmod(home, 0o755)
        expect('a folder of somebody else', run('run', 'tiles', folder, *SHORT, before=nobody), 1,
               'You may not write to the folder', '')
        expect('a folder of somebody else, dry', run('run', 'tiles', folder, '--dry-run', before=nobody), 1,
               'You may not write to the folder', 'Benchmark')
        expect('an output folder of somebody else', run('run', 'tiles', '/tmp', *SHORT, f'--csv={home}/x.csv', before=nobody),
               1, 'cannot be written: Permission denied', '')
        expect('list of somebody else', run('list', before=nobody, env={'HOME': '/nonexistent'}), 0, '')
        os.chmod(home, 0o700)
        os.chmod(home, 0o755)
    else:
        tap.skip('a folder of somebody else', 'only root may become somebody else')
    no_direct = {'LD_PRELOAD': NO_DIRECT, 'ASAN_OPTIONS': 'verify_asan_link_order=0'}
    expect('no direct I/O', run('run', 'tiles', '.', *ONE, env=no_direct), 1,
           'Add --direct=off to measure with buffered I/O.', '')
    done = run('run', 'tiles', '.', *ONE, '--direct=off', '--json=-', env=no_direct)
    expect('buffered I/O, chosen', done, 0, '', '"direct": false')


def devices():
    image = home / 'image'
    with open(image, 'wb') as stream:
        stream.truncate(64 << 20)
    loop = subprocess.run(['losetup', '--show', '-f', image], capture_output=True, text=True) if os.geteuid() == 0 else None
    if loop is None or loop.returncode != 0:
        tap.skip('a drive', 'no loop device can be made')
        image.unlink()
        return
    device = loop.stdout.strip()
    try:
        done = run('run', 'tiles', device, *ONE, '--json=-')
        complaints = [done.err] if done.status else []
        if not complaints and json.loads(done.out)['bytes_written'] != 0:
            complaints.append('bytes were written')
        tap.check('a drive that is only read', complaints)
        expect('a drive that would be written', run('run', 'tiles', device, *SHORT), 1,
               'is a drive without a folder that you may write to', '')
        expect('a result into a drive', run('run', 'tiles', '.', *ONE, f'--json={device}'), 1, 'is a drive, and a result', '')
        if shutil.which('mkfs.ext4'):
            subprocess.run(['mkfs.ext4', '-q', device], check=True)
            done = privileged(f'mount {device} $T', 'run', 'tiles', device, *SHORT, '--rows=RND4K Q1T1', '--json=-')
            complaints = [done.err] if done.status else []
            if not complaints:
                target = json.loads(done.out)['target']
                if target['path'] != str(home / 'mount') or 'loop' in target['stack'] and 'file' not in target['stack']:
                    complaints.append(f'target: {target}')
                if f'measuring in the folder “{home}/mount”' not in done.err:
                    complaints.append(done.err)
            tap.check('a mounted drive stands for the folder on it', complaints)
    finally:
        subprocess.run(['losetup', '-d', device], check=True)
        image.unlink()


def validate(result):
    try:
        import jsonschema
    except ImportError:
        return []
    if not SCHEMA.is_file():
        return ['the schema is not in the tree']
    schema = json.loads(SCHEMA.read_text(encoding='utf-8'))
    validator = jsonschema.validators.validator_for(schema)(schema)
    return [f'{"/".join(map(str, error.absolute_path))}: {error.message}' for error in validator.iter_errors(result)]


def outputs():
    places = {name: home / f'out put.{name}' for name in ('json', 'csv', 'text', 'png', 'svg', 'pdf')}
    done = run('run', 'tiles', '.', *SHORT, *[f'--{name}={place}' for name, place in places.items()])
    expect('every form at once', done, 0, '', 'RND4K Q32T1  write')
    result = json.loads(places['json'].read_text(encoding='utf-8'))
    complaints = validate(result)
    if result['state'] != 'finished' or result['schema'] != 'drivescope-result/1' or len(result['cells']) != 8:
        complaints.append(f'{result["state"]}, {len(result["cells"])} cells')
    complaints += [f'{cell["label"]} {cell["op"]}: {cell.get("mb_s")}' for cell in result['cells'] if not cell['mb_s'] > 0]
    tap.check('the JSON is a finished result by its schema', complaints)
    rows = list(csv.reader(io.StringIO(places['csv'].read_text(encoding='utf-8'))))
    tap.check('the CSV is a table', [] if len(rows) > 8 and len({len(row) for row in rows}) == 1 else [str(rows)[:500]])
    text = places['text'].read_text(encoding='utf-8')
    tap.check('the text has the forum\'s rows',
              [] if re.search(r'^  SEQ    1MiB \(Q=  8, T= 1\): +[0-9.]+ MB/s \[ *[0-9.]+ IOPS\] < *[0-9.]+ us>$', text, re.M)
              else [text])
    starts = {'png': b'\x89PNG', 'svg': b'<?xml', 'pdf': b'%PDF'}
    tap.check('the pictures are pictures', [f'{name}: {places[name].read_bytes()[:8]}' for name, start in starts.items()
                                            if not places[name].read_bytes().startswith(start)])
    for ending in ('png', 'svg', 'pdf'):
        place = home / f'rendered.{ending}'
        done = run('render', places['json'], place, '--dark', '--size=800x600', '--scale=1', '--unit=iops')
        complaints = [] if done.status == 0 and place.read_bytes().startswith(starts[ending]) else [done.err]
        if not complaints and ending == 'png' and struct.unpack('>II', place.read_bytes()[16:24]) != (800, 600):
            complaints.append('the picture has another size')
        tap.check(f'render to {ending}', complaints)
    card = home / 'card.png'
    expect('render a card', run('render', places['json'], card, '--card'), 0, '', '')
    again = home / 'again.png'
    expect('render it again', run('render', places['json'], again, '--card', '--size=1920x1080'), 0, '', '')
    tap.check('a card is the same byte for byte', [] if card.read_bytes() == again.read_bytes()
              and struct.unpack('>II', card.read_bytes()[16:24]) == (1920, 1080) else ['they differ'])
    sheet = home / 'card.pdf'
    expect('render a card for paper', run('render', places['json'], sheet, '--card', '--serial', '--size=a4'), 0, '', '')
    tap.check('it is A4', [] if b'/MediaBox [ 0 0 595.275 841.89 ]' in sheet.read_bytes() else ['it is not'])
    expect('render a series that is not there', run('render', places['json'], card, '--series=linear-read'), 2,
           'The result has no series “linear-read”, and no other: leave --series out.', '')
    expect('a scan', run('run', 'drive-scan', '.', '--engine=null', '--size=16MiB', f'--json={home}/scan.json'), 0)
    names = [one['name'] for one in json.loads((home / 'scan.json').read_text(encoding='utf-8'))['series']]
    expect('render a series of a scan that is not there', run('render', home / 'scan.json', card, '--series=nothing'), 2,
           f'Choose one of those in it, such as {names[0]}.', '')
    expect('render a series of a scan', run('render', home / 'scan.json', card, f'--series={names[0]}'), 0, '', '')
    expect('render of what is not there', run('render', 'nope.json', home / 'x.png'), 1, 'There is no result file “nope.json”', '')
    (home / 'broken.json').write_text('{"schema": 5}')
    expect('render of a damaged file', run('render', home / 'broken.json', home / 'x.png'), 1, 'drivescope-cli: ', '')
    done = run('render', places['json'], '-')
    tap.check('render on standard output is a PNG', [] if done.status == 0 and done.raw.startswith(b'\x89PNG') else [done.err])
    expect('render without an ending', run('render', places['json'], home / 'x'), 2, 'End the name with .png', '')
    expect('render into nowhere', run('render', places['json'], '/nope/x.png'), 1, 'There is no folder “/nope”', '')
    for option in ('--size=10x10', '--size=1e3x9', '--scale=0', '--scale=x', '--unit=mph'):
        expect(f'render {option}', run('render', places['json'], home / 'x.png', option), 2, 'Choose' if 'size' not in option else 'Write', '')
    expect('flush latencies', run('run', 'tiles', '.', *SHORT, '--op=write', '--rows=RND4K Q1T1', '--durable=flush'), 0, '', 'Flush')
    expect('no flush latencies', done := run('run', 'transfer-sizes', '.', '--from=4KiB', '--to=32KiB', '--length=1MiB', '--engine=null'), 0, '',
           'SEQ32K')
    tap.check('rows of two kinds in turn have no gaps', [] if 'Flush' not in done.out and len(re.search(
        r'─\n(.*?)\n\n', done.out, re.S)[1].splitlines()) == 8 else [done.out])
    for name, form in (('json', '{'), ('csv', 'label'), ('text', '-----')):
        done = run('run', 'tiles', '.', *ONE, f'--{name}', '-')
        expect(f'{name} on standard output', done, 0, '', form)
    done = run('run', 'tiles', '.', *ONE, '--json=-')
    tap.check('JSON on standard output is pure', [] if json.loads(done.out)['state'] == 'finished' else [done.out])
    expect('two on standard output', run('run', 'tiles', '.', *ONE, '--json=-', '--csv=-'), 2, 'Only one result can go', '')
    expect('into a folder that is not there', run('run', 'tiles', '.', *ONE, '--png=/nope/x.png'), 1,
           'There is no folder “/nope” for the file “/nope/x.png”', '')
    expect('into a folder', run('run', 'tiles', '.', *ONE, f'--png={home}'), 1, 'is a folder, so no result', '')
    expect('into a name that is empty', run('run', 'tiles', '.', *ONE, '--png='), 2, 'A result needs a file name', '')
    expect('into a full device', run('run', 'tiles', '.', *ONE, '--json=/dev/full'), 1, 'There is no room left for “/dev/full”',
           'RND4K Q1T1')
    with open('/dev/full', 'wb') as full:
        expect('standard output is full', run('list', stdout=full), 1, 'Standard output could not be written: No space left')
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, 'wb') as closed:
        expect('standard output is closed', run('suites', stdout=closed), 1, 'Standard output was closed before')
    reader, writer = os.pipe()
    os.close(reader)
    kept = home / 'kept.json'
    with os.fdopen(writer, 'wb') as closed:
        done = run('run', 'tiles', '.', *ONE, f'--json={kept}', stdout=closed)
    expect('a closed pipe', done, 1, 'Standard output was closed before')
    tap.check('a closed pipe takes no file with it', [] if json.loads(kept.read_text())['state'] == 'finished' else ['not finished'])
    target = home / 'real.json'
    target.write_text('old')
    (home / 'alias.json').symlink_to(target)
    run('run', 'tiles', '.', *ONE, f'--json={home}/alias.json')
    tap.check('an output link stays a link', [] if (home / 'alias.json').is_symlink() and
              json.loads(target.read_text())['state'] == 'finished' else ['it was replaced'])


def caps():
    expect('more than the cap before it starts', run('run', 'tiles', '.', '--size=64MiB', '--max-write=16MiB'), 1,
           'Preparing the test file writes 67.1 MB, more than the 16.8 MB allowed', '')
    done = run('run', 'tiles', '.', *SHORT, '--max-write=20MiB', '--json=-')
    complaints = [] if done.status == 1 else [f'ended with {done.status}', done.err]
    result = json.loads(done.out)
    if result['bytes_written'] > 20 << 20 or result['state'] != 'stopped':
        complaints.append(f'{result["bytes_written"]} bytes, {result["state"]}')
    tap.check('a cap holds', complaints + validate(result))
    for value, shown in {'100MB': '100 MB', '100MiB': '105 MB', '100M': '105 MB', '0.1gb': '100 MB'}.items():
        done = run('run', 'tiles', '.', '--size=1GiB', f'--max-write={value}')
        expect(f'--max-write={value}', done, 1, f'more than the {shown} allowed', '')
    older = home / 'older.json'
    older.write_text('{"older": true}')
    expect('a cap before the first cell is done', run('run', 'tiles', '.', *SHORT, '--op=write', '--max-write=16MiB', f'--json={older}'), 1,
           'The test ended when it had written the 16.8 MB that were allowed.', '')
    tap.check('an older file stays where nothing was measured', [] if older.read_text() == '{"older": true}' else [older.read_text()])
    done = run('run', 'tiles', '.', '--dry-run')
    expect('dry run', done, 0, '', 'This takes about')
    # A link that nothing is known of: 16 GB/s for 5 s in each run against 1 GB/s
    tap.check('dry run says what is likely and what is possible', [] if re.search(
        r'(writes about [0-9.]+ GB to the drive at 1 GB/s, [0-9.]+ TB at most|writes (about|at most) [0-9.]+ GB to the drive)', done.out) else [done.out])
    expect('dry run with a cap', run('run', 'tiles', '.', '--dry-run', '--max-write=2GB'), 0, '', 'writes at most 2 GB to the drive.')
    done = run('run', 'tiles', '.', '--dry-run', '--op=read', '--engine=null')
    expect('dry run of nothing', done, 0, '', 'writes nothing to the drive')


def lists():
    done = run('list')
    expect('list', done, 0)
    done = run('list', '--json')
    places = json.loads(done.out)['places']
    complaints = [f'{place["path"]} twice' for place in places if sum(other['path'] == place['path'] for other in places) > 1]
    complaints += [f'{place["path"]} is not there' for place in places if not os.path.exists(place['path'])]
    complaints += ['a serial number'] if 'serial' in done.out else []
    tap.check('list as JSON', complaints)
    suites = json.loads(run('suites', '--json').out)['suites']
    complaints = []
    for suite in suites:
        options = {option['id']: option for option in suite['options']}
        if suite['id'] == 'tiles':
            for name, default in {'runs': '5', 'size': '1GiB', 'pause': '5', 'op': 'all', 'data': '100'}.items():
                if options[name]['default'] != default:
                    complaints.append(f'{name}: {options[name]}')
        # Every default is a value that the program takes.
        given = [f'--{option["id"]}={option["default"]}' for option in suite['options'] if option['default']]
        done = run('run', suite['id'], '.', '--dry-run', *given)
        if done.status != 0:
            complaints.append(done.err)
    tap.check('suites as JSON, whose defaults are values', complaints or ([] if suites else ['there is none']))
    expect('suites', run('suites'), 0, '', 'Values: 1 to 9. Default: 5.')
    text = ' '.join(run('suites').out.split())
    lists = {choice['id'] for suite in suites for option in suite['options'] for choice in option.get('choices', ()) if ',' in choice['id']}
    tap.check('choices that are lists stand in quotes', [one for one in lists if f'“{one}”' not in text] or ([] if lists else ['there is none']))


def health():
    """Whatever drives this machine has: the answer has its form, and names them as the kernel does."""
    done = run('health', '--json=-')
    expect('health as JSON', done, 0, '', '"schema": "drivescope-health/1"')
    drives = json.loads(done.out)['drives']
    complaints = []
    try:
        import jsonschema
        schema = json.loads((ROOT / 'data' / 'schema' / 'drivescope-health-1.schema.json').read_text(encoding='utf-8'))
        complaints = [error.message for error in jsonschema.validators.validator_for(schema)(schema).iter_errors(json.loads(done.out))]
    except ImportError:
        pass
    tap.check('health is valid by its schema', complaints)
    expect('health at a glance', run('health'), 0, None, 'Health' if drives else '')
    for drive in drives[:1]:
        one = run('health', drive['name'])
        expect('health of one drive by its name', one, 0, '', f'({drive["device"]})')
        tap.check('the verdict is said', [] if drive['reason'] in one.out else [one.out])
        expect('health of one drive by its device', run('health', drive['device'], '--json=-'), 0, '', f'"name": "{drive["name"]}"')
        expect('health into a file', run('health', drive['name'], f'--json={home / "health.json"}'), 0, '', f'({drive["device"]})')
        written = json.loads((home / 'health.json').read_text(encoding='utf-8'))
        tap.check('the file has the one drive', [] if [one['name'] for one in written['drives']] == [drive['name']] else [str(written)])
    expect('health of no such drive', run('health', 'nvme99'), 1, 'There is no drive “nvme99”.', '')
    expect('health of a hostile name', run('health', '../../etc/passwd'), 1, 'There is no drive “../../etc/passwd”.', '')
    expect('health into a missing folder', run('health', '--json=/nowhere/h.json'), 1, 'There is no folder “/nowhere”', '')
    expect('health with two words', run('health', 'nvme0', 'nvme1'), 2, '“nvme1” is one word too many', '')


def begin(*arguments):
    return subprocess.Popen([PROGRAM, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def wait_until_measuring(process):
    """The test file is open and written: reads are counted"""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        text = Path(f'/proc/{process.pid}/io').read_text()
        if int(re.search(r'read_bytes: (\d+)', text)[1]) > 4 << 20 or process.poll() is not None:
            return
        time.sleep(0.05)


def signals():
    long = ['--seconds=30', '--runs=9', '--size=16MiB', '--pause=0', '--op=read']
    older = home / 'older.json'
    older.write_text('older')
    process = begin('run', 'tiles', '.', *long, f'--json={older}')
    wait_until_measuring(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    complaints = [] if process.returncode == 130 and 'older.json” is left as it was' in err.decode() else [f'ended with {process.returncode}', err.decode()]
    tap.check('an older result outlives a run that was stopped at once', complaints + ([] if older.read_text() == 'older' else ['it was overwritten']))
    measured = ['--seconds=1', *long[1:]]
    for name, times in (('SIGINT', 1), ('SIGTERM', 1), ('SIGHUP', 1), ('SIGINT', 3)):
        kept = home / f'{name}{times}.json'
        process = begin('run', 'tiles', '.', *measured, f'--json={kept}', f'--png={home}/stopped.png')
        wait_until_measuring(process)
        # The warm-up is over and the first run of nine is done.
        time.sleep(3)
        sent = time.monotonic()
        for _ in range(times):
            process.send_signal(getattr(signal, name))
            time.sleep(0.01)
        out, err = process.communicate(timeout=60)
        complaints = [] if process.returncode == 130 else [f'ended with {process.returncode}', err.decode()]
        if time.monotonic() - sent > 10:
            complaints.append('it took too long')
        if kept.is_file():
            result = json.loads(kept.read_text(encoding='utf-8'))
            complaints += validate(result) + ([] if result['state'] == 'stopped' else [result['state']])
        else:
            complaints.append('there is no result')
        complaints += [f'left: {left}' for left in os.listdir(folder)]
        tap.check(f'{name} sent {times} times', complaints)
    process = begin('run', 'tiles', '.', *long)
    wait_until_measuring(process)
    process.kill()
    process.communicate()
    tap.check('a killed program leaves no file', [f'left: {left}' for left in os.listdir(folder)])


def width(line):
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in 'WF' else 1 for letter in line)


def on_terminal(columns, *arguments):
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        # The size is set by the other side; wait for it.
        while os.get_terminal_size(2).columns != columns:
            time.sleep(0.01)
        os.execve(PROGRAM, [PROGRAM, *arguments], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 40, columns, 0, 0))
    shown = b''
    while True:
        select.select([terminal], [], [], 60)
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        shown += more
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), shown.decode('utf-8', 'replace')


def progress():
    for columns in (120, 60, 24):
        status, shown = on_terminal(columns, 'run', 'tiles', '.', *SHORT)
        lines = [line.replace('\x1b[K', '') for line in shown.replace('\r\n', '\n').replace('\n', '\r').split('\r')]
        moving = [line for line in lines if re.match(r' *\d+ %', line)]
        complaints = [] if status == 0 else [f'ended with {status}']
        complaints += [f'too wide: {line}' for line in moving if width(line) > columns - 1]
        if len(moving) < 5 or not re.search('writes (at most .* to the drive|about .* to the drive at 1 GB/s, .* at most)', shown):
            complaints.append(shown)
        if columns == 120 and not all(re.search(piece, shown) for piece in (r'MB/s', r'\d:\d\d left', r'B written', 'run 1 of 1')):
            complaints.append(shown)
        tap.check(f'progress in {columns} columns', complaints)
    status, shown = on_terminal(80, 'run', 'tiles', '.', *ONE, '--png=-')
    tap.check('no picture for a terminal', [] if status == 2 and 'A terminal cannot show' in shown else [shown])


def plain_locale():
    done = run('run', 'tiles', 'nope', env={'LANG': 'C'})
    tap.check('a locale without letters beyond ASCII', [] if done.err.isascii() and '"nope"' in done.err else [done.err])
    done = run('run', 'tiles', '.', *ONE, env={'LANG': 'C'})
    tap.check('a result without letters beyond ASCII', [] if done.out.isascii() and '?' not in done.out else [done.out])


try:
    for part in (sentences, targets, file_systems, devices, outputs, caps, lists, health, signals, progress, plain_locale):
        part()
finally:
    shutil.rmtree(home, ignore_errors=True)
tap.done()
