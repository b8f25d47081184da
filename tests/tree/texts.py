#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every text that a person sees can be translated, and is."""

import re
import subprocess
import tempfile
from pathlib import Path

from tap import ROOT, Tap, files, name, text

C_TEXT = re.compile(r'\b(_|N_|C_|NC_|ngettext|g_dngettext|g_dpgettext2) \("')
MARKUP_TEXT = re.compile(r'translatable="(yes|true)"')
GSCHEMA_TEXT = re.compile(r'<(summary|description)[ >]')
# Half-width punctuation between two Chinese characters, or after one at the end
HALF_WIDTH = re.compile(r'[\u4e00-\u9fff][,;:!?](?![0-9])|[,;!?][\u4e00-\u9fff]|[\u4e00-\u9fff]\.(\s|$)')
# What the other shore calls it
OTHER_SHORE = {
    'zh_CN': ['硬碟', '磁碟', '檔案', '資料', '執行', '隨機', '佇列', '延遲', '快取', '預設', '視窗', '驅動', '軟體'],
    'zh_TW': ['硬盘', '文件(?!資料夾)', '数据', '线程', '随机', '队列', '延迟', '缓存', '默认', '窗口', '線程', '隊列', '緩存', '默認', '數據', '信息'],
}


def has_text(path):
    file_name = path.name.removesuffix('.in').removesuffix('.in')
    if path.suffix in ('.c', '.h'):
        return bool(C_TEXT.search(text(path)))
    if file_name.endswith('.ui'):
        return bool(MARKUP_TEXT.search(text(path)))
    if file_name.endswith('.gschema.xml'):
        return bool(GSCHEMA_TEXT.search(text(path)))
    return file_name.endswith(('.desktop', '.metainfo.xml', '.policy', '.mime.xml')) and path.suffix == '.in'


def listed():
    return [line for line in text(ROOT / 'po' / 'POTFILES.in').splitlines() if line and not line.startswith('#')]


def completeness():
    there = listed()
    for entry in there:
        if not (ROOT / entry).is_file():
            yield f'po/POTFILES.in lists {entry}, which is not there'
    for path in files():
        if path.is_relative_to(ROOT / 'tests') or path.is_relative_to(ROOT / 'po'):
            continue
        if has_text(path) and name(path) not in there:
            yield f'po/POTFILES.in does not list {name(path)}'
    if there != sorted(there):
        yield 'po/POTFILES.in is not sorted'
    if len(set(there)) != len(there):
        yield 'po/POTFILES.in lists a file twice'


def whole(paths):
    """A text that is put together from pieces is cut at the first macro when it is extracted."""
    for path in paths:
        for found in re.findall(r'\b(?:_|N_|C_|NC_) \((?:"[^"]*",? *\n? *)+G_\w+', text(path)):
            yield f'{name(path)}: {found}'


def unquote(lines):
    escapes = {'n': '\n', 't': '\t'}
    joined = ''.join(line[line.index('"') + 1:line.rindex('"')] for line in lines)
    return re.sub(r'\\(.)', lambda match: escapes.get(match.group(1), match.group(1)), joined)


def entries(catalogue):
    """(context, text, plural) to (flags, translations); obsolete entries left out"""
    found = {}
    done = subprocess.run(['msgcat', '--no-wrap', '--no-location', '-'], input=catalogue.encode(), check=True,
                          stdout=subprocess.PIPE)
    for block in done.stdout.decode().split('\n\n'):
        parts = {}
        flags = ''
        key = None
        for line in block.splitlines():
            if line.startswith('#,'):
                flags += line
            elif line.startswith('#'):
                continue
            elif line.startswith('"'):
                parts[key].append(line)
            else:
                key = line.split(' ', 1)[0]
                parts[key] = [line]
        if 'msgid' not in parts:
            continue
        parts = {key: unquote(lines) for key, lines in parts.items()}
        if parts['msgid']:
            key = (parts.get('msgctxt'), parts['msgid'], parts.get('msgid_plural'))
            found[key] = (flags, [value for part, value in parts.items() if part.startswith('msgstr')])
    return found


def words(keys):
    return [f'{"|".join(part for part in key if part)!r}' for key in sorted(keys, key=str)]


def translated(language, template):
    catalogue = entries(text(ROOT / 'po' / f'{language}.po'))
    for key in words(template.keys() - catalogue.keys()):
        yield f'missing, run po/update: {key}'
    for key in words(catalogue.keys() - template.keys()):
        yield f'no longer in the tree, run po/update: {key}'
    for key, (flags, translations) in catalogue.items():
        if 'fuzzy' in flags:
            yield f'only guessed: {key[1]!r}'
        if not all(translations):
            yield f'not translated: {key[1]!r}'


def valid(language):
    with tempfile.NamedTemporaryFile() as out:
        done = subprocess.run(['msgfmt', '--check', '-o', out.name, str(ROOT / 'po' / f'{language}.po')], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [done.stdout] if done.returncode else []


def has_mnemonic(label):
    # Names of the kernel's own are no labels
    return '_' in re.sub(r'(io_uring|copy_file_range)\w*', '', label)


def orthography(language):
    catalogue = entries(text(ROOT / 'po' / f'{language}.po'))
    for key, (_flags, translations) in catalogue.items():
        for translation in translations:
            if not translation:
                continue
            # A list of search words is written with semicolons in every language
            if language.startswith('zh') and not key[1].endswith(';') and HALF_WIDTH.search(translation):
                yield f'half-width punctuation: {translation!r}'
            for word in OTHER_SHORE.get(language, []):
                if re.search(word, translation):
                    yield f'{word} is not said in {language}: {translation!r}'
            if key[1].endswith('\n') != translation.endswith('\n'):
                yield f'a line end too many or too few: {translation!r}'
            if has_mnemonic(key[1]) != has_mnemonic(translation):
                yield f'a mnemonic too many or too few: {translation!r}'


def main():
    tap = Tap()
    tap.check('every file with texts is in po/POTFILES.in', completeness())
    done = subprocess.run([ROOT / 'po' / 'update', '--template'], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    tap.check('the texts can be extracted', [done.stderr] if done.returncode else [])
    template = entries(done.stdout) if done.stdout.strip() else {}
    tap.check('no text is put together from pieces', whole(path for path in files() if path.suffix == '.c'))
    languages = text(ROOT / 'po' / 'LINGUAS').split()
    tap.check('every catalogue is listed',
              {path.stem for path in Path(ROOT / 'po').glob('*.po')} ^ set(languages))
    for language in languages:
        tap.check(f'{language} is complete', translated(language, template))
        tap.check(f'{language} is valid', valid(language))
        tap.check(f'{language} is written as its readers write', orthography(language))
    tap.done()


main()
