"""Parses header fields as lists of structured fields (RFC 9651).

Arguments: the values of the fields. Prints them as JSON: for each the items, each with its value and its parameters.
"""

import json
import sys

import http_sfv


def items(text):
    """Returns the items of a list, whose values must be strings."""
    parsed = http_sfv.List()
    parsed.parse(text.encode("ascii"))
    assert all(type(item.value) is str for item in parsed), text
    return [[item.value, dict(item.params)] for item in parsed]


print(json.dumps([items(text) for text in sys.argv[1:]]))
