# SPDX-License-Identifier: GPL-3.0-or-later
"""An emulated machine with real kernel drivers: Debian's kernel in QEMU, with the host's files for its root.

The root file system is the host's, shared read-only with whatever the guest writes kept in its memory, so that the
programs of the build folder run in it as they are. No privilege and no KVM are needed; speeds mean nothing there.
"""

import hashlib
import fcntl
import gzip
import json
import lzma
import os
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'tree'))

from tap import Tap  # noqa: E402 pylint: disable=wrong-import-position

PATH = f'{os.environ.get("PATH", "")}:/usr/local/sbin:/usr/sbin:/sbin'
KERNEL = 'linux-image-amd64'  # not the cloud kernel, which lacks 9p and AHCI
MODULES = ['virtio_pci', '9pnet_virtio', '9p', 'overlay', 'nvme', 'ahci', 'sd_mod', 'ext4', 'crc32c_generic', 'dm_mod',
           'dm_crypt', 'xts', 'algif_skcipher', 'raid1', 'loop']
# Written for processors that the emulation is not
UNWANTED = ('crct10dif-pclmul', 'crc32c-intel', 'aesni-intel')


class Unavailable(Exception):
    """Why there can be no machine here, in words for a skip line."""


class Broken(Exception):
    """The machine did not come up or did not end, which fails a test."""


def which(program, package):
    found = shutil.which(program, path=PATH)
    if not found:
        raise Unavailable(f'{program} is not installed (package {package})')
    return found


def run(*command, **options):
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, 'PATH': PATH, 'LC_ALL': 'C'}, **options).stdout.decode()


def cache():
    folder = os.environ.get('DRIVESCOPE_TESTS_CACHE')
    if not folder:
        folder = Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'drivescope-tests'
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f'the folder for the kernel cannot be made: {error}') from error
    return folder


def kernel_package():
    """The exact name of the package that the meta package stands for."""
    which('apt-get', 'apt')
    try:
        lines = run('apt-cache', 'depends', KERNEL, timeout=60).splitlines()
    except (subprocess.SubprocessError, OSError) as error:
        raise Unavailable(f'apt-cache knows no {KERNEL}') from error
    for line in lines:
        if line.strip().startswith('Depends: linux-image-'):
            return line.split(': ')[1].strip()
    raise Unavailable(f'apt-cache knows no {KERNEL}')


def download(package, folder):
    """The package's file, fetched without installing anything."""
    kept = folder / f'{package}.deb'
    if kept.exists():
        return kept
    with tempfile.TemporaryDirectory(dir=folder) as where:
        os.chmod(where, 0o755)
        try:
            run('apt-get', '-q', '-o', 'APT::Sandbox::User=root', 'download', package, cwd=where, timeout=400)
        except (subprocess.SubprocessError, OSError) as error:
            said = (getattr(error, 'stderr', None) or b'').decode().strip().splitlines()
            raise Unavailable(f'{package} cannot be downloaded: {said[-1] if said else error}') from error
        files = list(Path(where).glob('*.deb'))
        if len(files) != 1:
            raise Unavailable(f'{package} cannot be downloaded')
        files[0].rename(kept)
    return kept


def uncompressed(image):
    """The ELF kernel within a bzImage: QEMU starts it directly, which saves the emulation from unpacking it."""
    start = ((image[0x1f1] or 4) + 1) * 512
    offset, length = struct.unpack_from('<II', image, 0x248)
    payload = image[start + offset:start + offset + length]
    if payload.startswith(b'\xfd7zXZ\0'):
        kernel = lzma.LZMADecompressor(format=lzma.FORMAT_XZ).decompress(payload)
    elif payload.startswith(b'\x28\xb5\x2f\xfd'):
        # Behind it stand four bytes with its length
        kernel = subprocess.run([which('zstd', 'zstd'), '-dcq'], input=payload[:-4], stdout=subprocess.PIPE,
                                check=True).stdout
    else:
        kernel = zlib.decompress(payload, 31)
    if not kernel.startswith(b'\x7fELF'):
        raise Broken('the kernel cannot be unpacked')
    return kernel


def modules(root, version):
    """Names and bytes of the modules in the order in which they are loaded."""
    found = {}
    for module in MODULES:
        for line in run('modprobe', '-d', str(root), '-S', version, '--show-depends', module).splitlines():
            kind, _, path = line.strip().partition(' ')
            file_name = Path(path.split(' ')[0]).name
            if kind != 'insmod' or file_name.startswith(UNWANTED) or file_name.removesuffix('.xz') in found:
                continue
            content = Path(path.split(' ')[0]).read_bytes()
            found[file_name.removesuffix('.xz')] = lzma.decompress(content) if file_name.endswith('.xz') else content
    return found


def archive(entries):
    """A cpio archive, which the kernel unpacks into its first root. entries: (name, mode, bytes)"""
    out = bytearray()

    def pad():
        out.extend(b'\0' * (-len(out) % 4))

    for number, (name, mode, content) in enumerate([*entries, ('TRAILER!!!', 0, b'')], 1):
        fields = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0)
        out.extend(b'070701' + b''.join(b'%08X' % field for field in fields) + name.encode() + b'\0')
        pad()
        out.extend(content)
        pad()
    return gzip.compress(bytes(out), 1, mtime=0)


def busybox():
    path = Path(which('busybox', 'busybox-static'))
    content = path.read_bytes()
    if b'/ld-linux' in content[:4096]:
        raise Unavailable('busybox needs libraries; the package busybox-static has one that does not')
    return content


def prepare():
    """Kernel and first root, made once and kept: (vmlinux, initrd)"""
    for program, package in (('qemu-system-x86_64', 'qemu-system-x86'), ('depmod', 'kmod'), ('modprobe', 'kmod'),
                             ('dpkg', 'dpkg')):
        which(program, package)
    shell = busybox()
    folder = cache()
    init = (HERE / 'init.sh').read_bytes()
    recipe = hashlib.sha256(repr((MODULES, UNWANTED)).encode() + init + shell).hexdigest()[:12]

    with open(folder / 'lock', 'w', encoding='ascii') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        package = kernel_package()
        version = package.removeprefix('linux-image-')
        ready = folder / f'{version}-{recipe}'
        if ready.is_dir():
            return ready / 'vmlinux', ready / 'initrd.img'

        file = download(package, folder)
        # What was made by an older recipe or of an older kernel is of no use any more.
        for old in folder.iterdir():
            if old.is_dir():
                shutil.rmtree(old)
            elif old.suffix == '.deb' and old != file:
                old.unlink()
        with tempfile.TemporaryDirectory(dir=folder) as where:
            root = Path(where) / 'root'
            made = Path(where) / 'made'
            made.mkdir()
            run('dpkg', '-x', str(file), str(root))
            run('depmod', '-b', str(root), version)
            (made / 'vmlinux').write_bytes(uncompressed((root / f'boot/vmlinuz-{version}').read_bytes()))
            entries = [(name, 0o40755, b'') for name in ('bin', 'dev', 'proc', 'sys', 'newroot', 'lower', 'rw', 'mod')]
            entries += [('init', 0o100755, init), ('bin/busybox', 0o100755, shell)]
            loaded = modules(root, version)
            entries += [(f'mod/{name}', 0o100644, content) for name, content in loaded.items()]
            entries += [('mod/order', 0o100644, ''.join(f'{name}\n' for name in loaded).encode())]
            (made / 'initrd.img').write_bytes(archive(entries))
            made.rename(ready)
    return ready / 'vmlinux', ready / 'initrd.img'


class Machine:
    """One machine: give it drives, then let it run a script of this folder as root. `share` is /mnt in there.

    needs: the programs that the script starts, each with its package
    """

    def __init__(self, build, needs):
        for program, package in needs.items():
            which(program, package)
        self.kernel, self.initrd = prepare()
        self.build = Path(build).resolve()
        self.temporary = tempfile.TemporaryDirectory(prefix='drivescope-vm-')
        self.share = Path(self.temporary.name) / 'share'
        self.share.mkdir()
        self.devices = []
        self.console = ''
        self.monitor = None
        self.received = b''

    def image(self, name, size):
        """An empty drive behind -device …,drive=NAME"""
        path = Path(self.temporary.name) / f'{name}.img'
        with open(path, 'wb') as file:
            file.truncate(size)
        self.devices += ['-drive', f'file={path},format=raw,if=none,id={name},discard=unmap']

    def device(self, description):
        self.devices += ['-device', description]

    def nvme(self, serial, size=64 << 20, **properties):
        name = serial.lower()
        self.image(name, size)
        given = ''.join(f',{key.replace("_", "-") if key == "write_cache" else key}={value}'
                        for key, value in properties.items())
        self.device(f'nvme,id={name}-c,drive={name},serial={serial}{given}')

    def ask_monitor(self, command, **arguments):
        """One command of QEMU's machine protocol"""
        self.monitor.sendall(json.dumps({'execute': command, 'arguments': arguments}).encode() + b'\n')
        while True:
            while b'\n' not in self.received:
                more = self.monitor.recv(65536)
                if not more:
                    raise Broken('QEMU hung up')
                self.received += more
            line, _, self.received = self.received.partition(b'\n')
            answer = json.loads(line)
            if 'error' in answer:
                raise Broken(f'{command}: {answer["error"]}')
            if 'return' in answer:
                return answer['return']

    def run(self, script, seconds, requests=None):
        """Runs the script, answers what it asks for, and returns its exit status.

        requests: {NAME: function}; called when the script says `request NAME`, which waits until it is done.
        """
        requests = dict(requests or {})
        (self.share / 'guest-run.sh').write_text(
            f'BUILD={str(self.build)!r}\nTESTS={str(HERE)!r}\nexport BUILD TESTS\n. "$TESTS/guest.sh"\n'
            f'. "$TESTS/{script}"\n', encoding='utf-8')
        ours, theirs = socket.socketpair()
        self.monitor = ours
        ours.settimeout(30)
        share = 'security_model=none,multidevs=remap'
        command = [
            which('qemu-system-x86_64', 'qemu-system-x86'), '-accel', 'tcg,thread=multi', '-M', 'q35', '-cpu', 'qemu64',
            '-m', '640', '-smp', '2', '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot',
            '-serial', 'stdio', '-kernel', str(self.kernel), '-initrd', str(self.initrd),
            '-append', 'console=ttyS0 quiet panic=-1',
            '-fsdev', f'local,id=fs0,path=/,readonly=on,{share}', '-device', 'virtio-9p-pci,fsdev=fs0,mount_tag=hostroot',
            '-fsdev', f'local,id=fs1,path={self.share},{share}', '-device', 'virtio-9p-pci,fsdev=fs1,mount_tag=work',
            '-chardev', f'socket,id=monitor,fd={theirs.fileno()}', '-mon', 'chardev=monitor,mode=control',
            *self.devices,
        ]
        end = time.monotonic() + seconds
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              pass_fds=[theirs.fileno()]) as qemu:
            try:
                theirs.close()
                self.attend(qemu, end, requests)
            finally:
                qemu.kill()
        try:
            return int((self.share / 'guest-rc').read_text(encoding='ascii'))
        except (OSError, ValueError) as error:
            raise Broken(f'the machine ended without a result: {self.last_words()}') from error

    def succeed(self, script, seconds, requests=None):
        """run(), as what is to be said in a test"""
        status = self.run(script, seconds, requests)
        return [f'exit status {status}: {self.last_words()}'] if status else []

    def attend(self, qemu, end, requests):
        greeted = False
        os.set_blocking(qemu.stdout.fileno(), False)
        while True:
            if time.monotonic() > end:
                raise Broken(f'the machine took too long: {self.last_words()}')
            ready, _, _ = select.select([qemu.stdout], [], [], 0.1)
            if ready:
                said = os.read(qemu.stdout.fileno(), 65536)
                if not said:
                    return
                self.console += said.decode('utf-8', 'replace').replace('\r', '')
            for name in [name for name in requests if (self.share / f'request-{name}').exists()]:
                if not greeted:
                    self.ask_monitor('qmp_capabilities')
                    greeted = True
                requests.pop(name)()
                (self.share / f'done-{name}').touch()

    def last_words(self):
        return ' | '.join(self.console.strip().splitlines()[-12:])

    def text(self, name):
        return (self.share / name).read_text(encoding='utf-8')

    def json(self, name):
        try:
            return json.loads(self.text(name))
        except (OSError, ValueError) as error:
            raise Broken(f'{name}: {error}; {self.last_words()}') from error

    def close(self):
        self.temporary.cleanup()


def expect(what, found, wanted):
    return [] if found == wanted else [f'{what}: {found!r} instead of {wanted!r}']


def main(test, plan):
    """test (tap, build): says what it finds. A machine that cannot be is one skipped test."""
    tap = Tap()
    try:
        test(tap, sys.argv[1])
    except Unavailable as reason:
        tap.skip(plan, str(reason))
    except Broken as error:
        tap.check(plan, [str(error)])
    tap.done()
