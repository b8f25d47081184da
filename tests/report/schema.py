#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every sample result is valid by the schema, and mistakes are not. Arguments: the schema, the program that writes samples."""

import copy
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print('1..0 # SKIP python3-jsonschema is not installed')
    sys.exit(0)


def read_samples(program):
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    for part in output.split('# ')[1:]:
        kind, text = part.split('\n', 1)
        yield kind, json.loads(text, parse_constant=lambda name: sys.exit(f'Bail out! {name} is no JSON'))


def mistakes(result):
    """Pairs of a name and a result with that mistake."""
    def changed(name, change):
        other = copy.deepcopy(result)
        change(other)
        return name, other

    yield changed('another schema', lambda r: r.update(schema='drivescope-result/2'))
    yield changed('a running state', lambda r: r.update(state='running'))
    yield changed('a date in words', lambda r: r.update(started='yesterday'))
    yield changed('an option that is a number', lambda r: r['options'].update(runs=5))
    yield changed('a missing target', lambda r: r.pop('target'))
    yield changed('a negative speed', lambda r: r['cells'][0].update(mb_s=-1))
    yield changed('a speed in words', lambda r: r['cells'][0].update(mb_s='fast'))
    yield changed('a missing percentile', lambda r: r['cells'][0]['latency_us'].pop('p99_9'))
    yield changed('an unknown operation', lambda r: r['cells'][0].update(op='trim'))
    yield changed('a run without bytes', lambda r: r['cells'][0]['runs'][0].pop('bytes'))
    yield changed('a mixed cell without its reads', lambda r: r['cells'][8].pop('read'))
    yield changed('a histogram of pairs', lambda r: r['cells'][0].update(histogram=[[1, 2]]))
    yield changed('an unknown severity', lambda r: r['findings'][0].update(severity='awful'))
    yield changed('a series of texts', lambda r: r['series'][0].update(x=['1']))


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        schema = json.load(file)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    validator = validator(schema)
    samples = dict(read_samples(sys.argv[2]))
    lines = []
    for kind, result in samples.items():
        errors = [f'{"/".join(map(str, error.path))}: {error.message}' for error in validator.iter_errors(result)]
        lines.append((not errors, f'the sample {kind} is valid', errors[:5]))
    for name, result in mistakes(samples['with-mix']):
        lines.append((not validator.is_valid(result), f'{name} is refused', []))
    print(f'1..{len(lines)}')
    for number, (good, name, errors) in enumerate(lines, 1):
        print(f'{"ok" if good else "not ok"} {number} {name}')
        for error in errors:
            print(f'# {error}')


main()
