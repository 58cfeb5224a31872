"""What pip is doing, in few words: pip install ... | python tools/what_pip_does.py

On a terminal the last line counts on; elsewhere, as in a log, only the steps are named.
"""

import re
import sys

#: So many packages make a step worth naming in a log.
MANY = 50


def told(lines):
    """Yield what there is to say, and whether it stands only until the next thing is said."""
    found = fetched = 0
    for line in lines:
        if name := re.match(
            r"(?:Collecting |Processing .*/)([A-Za-z0-9_.]+(?:-[A-Za-z]\w*)*)", line
        ):
            found += 1
            yield f"package {found}: {name[1]}", True
            if found % MANY == 0:
                yield f"{found} packages so far ...", False
        # Files, not what pip calls their metadata. Where all are known, it fetches them in a row.
        elif file := re.match(r"( *)(?:Downloading|Using cached) ([\w.]+)-\S*\.whl (\(.*\))", line):
            indented, name, size = file.groups()
            if indented:
                yield f"package {found}: {name} {size}", True
                continue
            if not fetched:
                yield f"Fetching {found} packages ...", False
            fetched += 1
            yield f"{fetched} of {found}: {name} {size}", True
        elif line.startswith("Installing collected packages: "):
            yield f"Installing {line.count(',') + 1} packages, the last step ...", False


def main():
    """Read what pip says, and tell."""
    again = "\r\033[K"  # back to the beginning of the line, which is wiped
    on_terminal = sys.stdout.isatty()
    for text, passing in told(sys.stdin):
        if on_terminal:
            print(f"{again}{'  ' * passing}{text[:76]}", end="" if passing else "\n", flush=True)
        elif not passing:
            print(text, flush=True)
    if on_terminal:
        print(again, end="", flush=True)


if __name__ == "__main__":
    main()
