"""Swift as text: what is code in it, and what of it this system compiles."""

import re
import sys


def masked(text):
    """The text with comments and the contents of strings as blanks, column by column."""
    out, i = list(text), 0

    def blank(start, end):
        for k in range(start, min(end, len(out))):
            if out[k] != "\n":
                out[k] = " "

    while i < len(text):
        if text.startswith("//", i):
            end = text.find("\n", i)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", i):
            end = text.find("*/", i) + 2 or len(text)
        elif text.startswith('"""', i):
            end = text.find('"""', i + 3) + 3
        elif text.startswith('#"', i) and not text.startswith('#"""', i):
            end = text.find('"#', i + 2) + 2
        elif text[i] == '"':
            end = end_of_string(text, i)
        else:
            i += 1
            continue
        blank(i, end)
        i = max(end, i + 1)
    return "".join(out)


def end_of_string(text, start):
    """One past the quote that closes the string at `start`; interpolations may hold strings."""
    i, depth = start + 1, 0
    while i < len(text) and text[i] != "\n":
        if text.startswith("\\(", i):
            depth, i = depth + 1, i + 2
        elif text[i] == "\\":
            i += 2
        elif depth and text[i] in "()":
            depth, i = depth + (1 if text[i] == "(" else -1), i + 1
        elif text[i] == '"' and depth:
            i = end_of_string(text, i)
        elif text[i] == '"':
            return i + 1
        else:
            i += 1
    return i


def inactive(lines):
    """The numbers from 0 of the lines that this system does not compile: mutants there are alive nowhere."""
    found, stack = set(), []
    for number, line in enumerate(lines):
        words = line.strip()
        if words.startswith("#if "):
            stack.append([holds(words[4:])])
        elif words.startswith("#elseif ") and stack:
            stack[-1].append(not any(stack[-1]) and holds(words[8:]))
        elif words == "#else" and stack:
            stack[-1].append(not any(stack[-1]))
        elif words == "#endif" and stack:
            stack.pop()
        elif not all(branches[-1] for branches in stack):
            found.add(number)
    return found


def holds(condition):
    """Whether a condition of compilation holds here; one that is not known counts as holding."""
    here = {"linux": ("Glibc", "Linux"), "darwin": ("Darwin", "macOS")}.get(sys.platform, ())
    match = re.fullmatch(r"(?:canImport|os)\((Glibc|Musl|Darwin|Linux|macOS)\)", condition)
    return match.group(1) in here if match else condition not in ("hasFeature(Embedded)", "ThreadSanitizer")


def parts_of_list(text):
    """The parts between commas outside brackets, with their offsets."""
    parts, depth, start = [], 0, 0
    for i, character in enumerate(text):
        depth += character in "([{"
        depth -= character in ")]}"
        if character == "," and depth == 0:
            parts.append((start, text[start:i]))
            start = i + 1
    return parts + [(start, text[start:])]
