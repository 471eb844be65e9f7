"""Holds scenario files against the JSON Schema that editors are given.

    python check_schema.py SCHEMA.json SCENARIO.toml...

Every file must obey the schema; and the schema must refuse the same file with a key that it does
not know, or it would be no help against misspelling. Exits 1 with every mistake found.
"""

import json
import pathlib
import sys
import tomllib

import jsonschema


def mistakes(validator: jsonschema.protocols.Validator, path: pathlib.Path) -> list[str]:
    scenario = tomllib.loads(path.read_text(encoding="utf-8"))
    found = [
        f"{path}: {'.'.join(map(str, error.absolute_path)) or 'the file'}: {error.message}"
        for error in validator.iter_errors(scenario)
    ]
    if validator.is_valid(scenario | {"no_such_key": 1}):
        found.append(f"{path}: the schema accepts a key that does not exist")
    return found


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    paths = [pathlib.Path(name) for name in sys.argv[2:]]
    found = [mistake for path in paths for mistake in mistakes(kind(schema), path)]
    if found:
        sys.exit("\n".join(found))
    print(f"{len(paths)} scenarios obey {sys.argv[1]}")


if __name__ == "__main__":
    main()
