"""What the oracle's scorer counts, a line a case: `cargo xtask score`, `silver` and `synthetic` weigh and group it.

usage: tally.py FOLDER_OF_SCORE_PY CASES RESULTS [REFERENCE]

The keys, the types and what is true are those of score.py with --union: it is imported, so that there is one definition.
In a case on which the reference ran out of time only the types that the labels have are counted.
A line: {"id", "status", "types": {type: [true, false, missed]}, "wrong": [["false"|"missed", type, description, place], …],
"only_reference": the same for what the reference has and the labels neither confirm nor deny}.
"""
import collections
import json
import sys

sys.path.insert(0, sys.argv[1])
import score  # noqa: E402

cases, results = score.rows(sys.argv[2]), score.rows(sys.argv[3])
reference = score.rows(sys.argv[4]) if len(sys.argv) > 4 else {}
labelled = {score.kind(e) for c in cases.values() for e in c['expected'] if e['valid']}
for cid, case in cases.items():
    result = results.get(cid)
    found = score.keyset(result['refactorings']) if result else set()
    gold = score.keyset(e for e in case['expected'] if e['valid'])
    false = score.keyset(e for e in case['expected'] if not e['valid']) - gold
    ref = score.keyset(reference[cid]['refactorings']) if cid in reference else set()
    base = gold | (ref - false)
    told = {k: r for r in (reference[cid]['refactorings'] if cid in reference else []) for k in score.keys(r)}
    told |= {k: r for r in case['expected'] for k in score.keys(r) if k not in told}
    told |= {k: r for r in (result['refactorings'] if result else []) for k in score.keys(r)}
    types, wrong = collections.defaultdict(lambda: [0, 0, 0]), []
    counted = found | base
    if cid in reference and reference[cid].get('error'):
        # Of what nobody labelled, a reference that gave no answer says nothing.
        counted = {k for k in counted if k[0] in labelled}
    for k in sorted(counted):
        at = 0 if k in found and k in base else 1 if k in found else 2
        types[k[0]][at] += 1
        if at:
            wrong.append(['false' if at == 1 else 'missed', k[0], told[k]['description'], told[k].get('at', '')])
    only = [['only', k[0], told[k]['description'], told[k].get('at', '')] for k in sorted(ref - gold - false)]
    status = 'missing' if result is None else result.get('status') or 'complete'
    print(json.dumps({'id': cid, 'status': status, 'types': types, 'wrong': wrong, 'only_reference': only}))
