"""Plants refactorings into real sources by their tokens alone, mixed with other edits, and counts what is found again.

    python3 plant.py LANGUAGE SOURCES OUT --cases 100 --seed 1
    python3 plant.py run OUT REPORTS --reweave target/debug/reweave
    python3 plant.py score OUT REPORTS

The first writes OUT/N/before, OUT/N/after and OUT/expected.jsonl; REPORTS holds a file N for each case, a description a line, which the
second writes.
It knows words, brackets and a few key words of each language, and shares no code with what is measured.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys

from text import ENDINGS, Text
from ways import Planter

REVERSED = {"Extract Method": "Inline Method", "Extract Variable": "Inline Variable", "Add Parameter": "Remove Parameter", "Add Method Annotation": "Remove Method Annotation"}
WAYS = ["rename_method", "rename_variable", "rename_parameter", "add_parameter", "reorder", "change_type", "extract_variable", "extract_method", "rename_class", "move_method",
        "move_and_rename_method", "rename_attribute", "change_return_type", "change_variable_type", "change_access", "add_annotation", "move_file"]


def read(language, root):
    out = []
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(ENDINGS[language]) and 1500 < os.path.getsize(path) < 60000 and not name.endswith((".d.ts", ".min.js")):
                try:
                    text = open(path, encoding="utf8", newline="").read()
                except UnicodeDecodeError:
                    continue
                # What stands between pieces of PHP is HTML and scripts.
                if language == "php" and "?>" in text:
                    continue
                if "\r" not in text and "\t\t\t\t\t\t\t\t" not in text:
                    out.append(Text(language, os.path.relpath(path, root), text))
    return out


def applied(text, edits):
    edits = sorted(edits)
    if any(a[1] > b[0] for a, b in zip(edits, edits[1:])):
        return None
    for start, end, new in reversed(edits):
        text = text[:start] + new + text[end:]
    return text


def make(args):
    rng = random.Random(args.seed)
    files = read(args.language, args.sources)
    print(len(files), "files", file=sys.stderr)
    os.makedirs(args.out, exist_ok=True)
    expected = open(os.path.join(args.out, "expected.jsonl"), "w")
    counts, number, tries = {}, 0, 0
    while number < args.cases and tries < args.cases * 60:
        tries += 1
        at = rng.randrange(len(files))
        near = [f for f in files if os.path.dirname(f.path) == os.path.dirname(files[at].path)]
        group = rng.sample(near, min(len(near), 4))
        planter = Planter(args.language, group, rng)
        functions = [(f, g) for f in group for g in f.functions()]
        rng.shuffle(functions)
        edits, wanted, touched = {}, [], set()
        order = sorted(WAYS, key=lambda w: (counts.get(w, 0), rng.random()))
        backwards = rng.random() < 0.3
        for f, g in functions:
            if len(wanted) == 3:
                break
            for way in order:
                if any(x[0] == way for x in touched) or (backwards and way not in ("extract_method", "extract_variable", "add_parameter", "add_annotation")):
                    continue
                made = getattr(planter, way)(f, g)
                if not made:
                    continue
                merged = {p: edits.get(p, []) + e for p, e in made[0].items()}
                texts = {x.path: x.text for x in group}
                if any(applied(texts[p], e) is None for p, e in merged.items()):
                    continue
                edits.update(merged)
                kind, parts = made[1]
                wanted.append((REVERSED[kind] if backwards else kind, [p.replace(kind, REVERSED[kind]) for p in parts] if backwards else parts))
                touched.add((way, id(g)))
                counts[way] = counts.get(way, 0) + 1
                break
        if len(wanted) < 2:
            continue
        for f, g in functions[-6:]:
            noise = planter.noise(f, g)
            if noise and all(applied(f.text, edits.get(p, []) + e) is not None for p, e in noise.items()):
                edits.update({p: edits.get(p, []) + e for p, e in noise.items()})
        for f in group:
            if f.path not in edits:
                continue
            sides = [f.text, applied(f.text, edits[f.path])]
            for side, text in zip(("before", "after"), reversed(sides) if backwards else sides):
                path = os.path.join(args.out, str(number), side, planter.moved.get(f.path, f.path) if side == "after" else f.path)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                open(path, "w", newline="").write(text)
        expected.write(json.dumps({"id": number, "wanted": wanted}) + "\n")
        number += 1
    print(number, "cases", counts, file=sys.stderr)


def run(args):
    os.makedirs(args.out, exist_ok=True)
    for line in open(os.path.join(args.sources, "expected.jsonl")):
        number = str(json.loads(line)["id"])
        folders = [os.path.join(args.sources, number, side) for side in ("before", "after")]
        command = [args.reweave, "detect", "--before", folders[0], "--after", folders[1], "--format", "json"]
        told = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        with open(os.path.join(args.out, number), "w") as out:
            out.writelines(f["description"] + "\n" for record in told["records"] for f in record["findings"])


def score(args):
    found = missed = right = false = 0
    by_type = {}
    for line in open(os.path.join(args.sources, "expected.jsonl")):
        case = json.loads(line)
        path = os.path.join(args.out, str(case["id"]))
        reports = open(path).read().split("\n") if os.path.exists(path) else []
        reports = [r.split(" | ")[0] for r in reports if r]
        used = set()
        for kind, parts in case["wanted"]:
            hit = [i for i, r in enumerate(reports) if r.startswith(tuple(kind.split("|"))) and all(p in r or p.replace(" ", ".", 1) in r for p in parts)]
            good = by_type.setdefault(kind, [0, 0, 0])
            good[0 if hit else 1] += 1
            found += bool(hit)
            missed += not hit
            used.update(hit)
            if not hit and args.show:
                print("missed", case["id"], kind, parts)
        renamed = [[n for n in (re.sub(r"^Rename \w+ |^to | ?renamed to$|[ (]", "", p) for p in parts) if n and n != "to"] for kind, parts in case["wanted"] if "Rename" in kind]
        # What else is called so is renamed with it, what has a renamed type has another one, and the classes of a moved file move.
        follows = lambda r: r.startswith(("Rename", "Change", "Move Class", "Modify")) and any(all(n in r for n in names) for names in renamed)
        for i, report in enumerate(reports):
            if i in used or follows(report):
                right += 1
            else:
                false += 1
                kind = " ".join(w for w in report.split(" ")[:3] if w[0].isupper())
                by_type.setdefault(kind, [0, 0, 0])[2] += 1
                if args.show:
                    print("false", case["id"], report[:200])
    print(f"recall {found / max(found + missed, 1):.3f} ({found} of {found + missed}), precision {right / max(right + false, 1):.3f} ({right} of {right + false})")
    for kind, (hit, miss, wrong) in sorted(by_type.items()):
        print(f"  {kind:<26} found {hit:4} missed {miss:4} other reports {wrong:4}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", choices=[*ENDINGS, "run", "score"])
    parser.add_argument("sources")
    parser.add_argument("out")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reweave", default="reweave")
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    {"run": run, "score": score}.get(args.language, make)(args)


if __name__ == "__main__":
    main()
