"""Checks that every relative link of every Markdown file leads somewhere.

    check_links.py [FOLDER]

Files must exist, and a #fragment must be a heading of the file it leads to. Links to other sites are
not followed. Needs nothing but Python 3.11. Exits with 1 and a list if a link is broken.
"""

import re
import sys
import unicodedata
from pathlib import Path
from urllib.parse import unquote

SKIPPED = {"target", "runs", "node_modules", ".git"}
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)
ANCHOR = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")


def markdown_files(root: Path) -> list[Path]:
    files = root.rglob("*.md")
    return sorted(file for file in files if not SKIPPED & set(file.relative_to(root).parts))


def fragment_of(heading: str) -> str:
    """The name that forges give a heading: lower case, spaces as hyphens, no punctuation."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    kept = "".join(c for c in text.lower() if c in " -_" or unicodedata.category(c)[0] in "LNM")
    return kept.replace(" ", "-")


def fragments(file: Path) -> set[str]:
    text = file.read_text(encoding="utf-8")
    names: set[str] = set(ANCHOR.findall(text))
    for heading in HEADING.findall(FENCE.sub("", text)):
        name, number = fragment_of(heading), 1
        unique = name
        while unique in names:
            unique, number = f"{name}-{number}", number + 1
        names.add(unique)
    return names


def problem(file: Path, link: str) -> str | None:
    """What is wrong with a link of a file, if anything."""
    if re.match(r"[a-z][a-z0-9+.-]*:", link) or link.startswith("//"):
        return None
    path, _, fragment = link.partition("#")
    if path.startswith("/"):
        return "is not relative"
    goal = file.parent / unquote(path) if path else file
    if not goal.exists():
        return "leads nowhere"
    if fragment and goal.suffix == ".md" and unquote(fragment) not in fragments(goal):
        return f"has no such heading; there are: {', '.join(sorted(fragments(goal)))}"
    return None


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    count = broken = 0
    for file in markdown_files(root):
        text = CODE.sub("", FENCE.sub("", file.read_text(encoding="utf-8")))
        for link in LINK.findall(text):
            count += 1
            found = problem(file, link)
            if found:
                broken += 1
                print(f"{file.relative_to(root)}: ({link}) {found}")
    print(f"{count} links, {broken} broken")
    return 1 if broken or not count else 0


if __name__ == "__main__":
    sys.exit(main())
