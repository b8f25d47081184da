#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written of drives' health is valid by the schema, and mistakes are not. Arguments: the schema, the program."""

import copy
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print('1..0 # SKIP python3-jsonschema is not installed')
    sys.exit(0)


def mistakes(health):
    def changed(name, change):
        other = copy.deepcopy(health)
        change(other)
        return name, other

    first = health['drives'][0]
    assert first['nvme']['sensors'][1] == 55
    yield changed('another schema', lambda h: h.update(schema='drivescope-health/2'))
    yield changed('a verdict in other words', lambda h: h['drives'][0].update(verdict='fine'))
    yield changed('kelvin', lambda h: h['drives'][0].update(temperature=314))
    yield changed('a missing reason', lambda h: h['drives'][0].pop('reason'))
    yield changed('a counter below 0', lambda h: h['drives'][0]['nvme'].update(hours=-1))
    yield changed('a counter in words', lambda h: h['drives'][0]['nvme'].update(hours='many'))
    yield changed('seven sensors', lambda h: h['drives'][0]['nvme']['sensors'].pop())
    yield changed('an attribute without a name', lambda h: h['drives'][2]['ata']['attributes'][0].pop('name'))


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        schema = json.load(file)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    validator = validator(schema)
    text = subprocess.run([sys.argv[2]], check=True, capture_output=True, text=True).stdout
    health = json.loads(text)
    errors = [f'{"/".join(map(str, error.path))}: {error.message}' for error in validator.iter_errors(health)]
    lines = [(not errors, 'the samples are valid', errors[:5]),
             ('S7KHNJ0W123456' not in text, 'serial numbers stay out', [])]
    for name, wrong in mistakes(health):
        lines.append((not validator.is_valid(wrong), f'{name} is refused', []))
    print(f'1..{len(lines)}')
    for number, (good, name, notes) in enumerate(lines, 1):
        print(f'{"ok" if good else "not ok"} {number} {name}')
        for note in notes:
            print(f'# {note}')


main()
