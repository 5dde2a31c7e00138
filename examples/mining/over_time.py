"""Plots how many refactorings of which type a repository has, month by month.

    pip install . matplotlib
    python examples/mining/over_time.py REPOSITORY plot.png

Without a name for the plot, or without matplotlib, the months are printed as bars of text.
"""

# %% The commits of the repository, as PyDriller would give them, with their refactorings
import sys
from collections import Counter, defaultdict

import reweave

repository = sys.argv[1] if len(sys.argv) > 1 else "."
months: defaultdict[str, Counter[str]] = defaultdict(Counter)
commits = 0
for commit in reweave.Repository(repository, only_no_merge=True).traverse_commits():
    commits += 1
    when = commit.author_date
    if when is not None:
        months[f"{when:%Y-%m}"].update(r.type for r in commit.refactorings)

# %% The types that are there most often; the others are one
total: Counter[str] = sum(months.values(), Counter())
shown = [kind for kind, _ in total.most_common(6)]
print(f"{commits} commits, {total.total()} refactorings: {dict(total.most_common(6))}")


def counted(month: str, kind: str) -> int:
    if kind != "other":
        return months[month][kind]
    return sum(n for one, n in months[month].items() if one not in shown)


# %% The plot
ordered = sorted(months)
try:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    pyplot = None

if pyplot is None or len(sys.argv) < 3:
    most = max((months[month].total() for month in ordered), default=0)
    for month in ordered:
        print(f"{month} {months[month].total():5} {'#' * (60 * months[month].total() // max(most, 1))}")
else:
    figure, axes = pyplot.subplots(figsize=(10, 4))
    floor = [0] * len(ordered)
    for kind in [*shown, "other"]:
        heights = [counted(month, kind) for month in ordered]
        axes.bar(ordered, heights, bottom=floor, label=kind)
        floor = [low + high for low, high in zip(floor, heights)]
    axes.set_ylabel("refactorings")
    axes.tick_params(axis="x", rotation=90)
    axes.legend()
    figure.tight_layout()
    figure.savefig(sys.argv[2])
    print(sys.argv[2])
