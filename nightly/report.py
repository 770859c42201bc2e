"""Renders docs/measurements.jsonl: docs/measurements.md and .svg, and the figures between the markers
`<!-- measured: NAME -->` and `<!-- end of measured -->` in other documents."""

import math
import re
import textwrap
from html import escape

from . import history
from .figure import Value
from .history import text_of
from .part import ROOT
from .parts import BOARDS, BUSY_TOLERANCE, PARTS

MARKED = re.compile(r"(<!-- measured: (\w+) -->\n)(.*?)(<!-- end of measured -->)", re.DOTALL)
# Points of a chart: the last runs.
MOST_POINTS = 30


def figure_of(line, key):
    fields = line["figures"].get(key)
    return Value.from_json(fields) if fields else None


def conditions(line):
    """`2026-11-25, commit 5d12382, AMD EPYC, 2 cores, HOURS=8`."""
    machine = line["machine"]
    return (
        f"{line['date'][:10]}, commit {line['commit'][:7]}, {machine['cpu']}, {machine['cores']} cores, "
        f"{machine['memory_gib']} GiB, HOURS={line['hours']:g}"
    )


def alike(lines):
    """The runs that compare with the last one, this included."""
    return history.comparable(lines[-1], lines)[-MOST_POINTS:]


def page(lines):
    """docs/measurements.md."""
    text = [
        "# Measurements", "",
        "Made by `make nightly` from [measurements.jsonl](measurements.jsonl); do not edit. Intervals are 95 %.",
        "A figure is compared with the last one of the same machine and HOURS that had not fallen.", "",
    ]
    if not lines:
        return "\n".join(text + ["There has been no whole run yet.", ""])
    last, before = lines[-1], history.comparable(lines[-1], lines[:-1])
    text += [f"Last run: {conditions(last)}, {last['minutes']} minutes.", "", "![Figures by commit](measurements.svg)", ""]
    text += ["| part | figure | last run | before | unit |", "|---|---|---|---|---|"]
    for part in PARTS:
        for figure in part.figures:
            values = [figure_of(last, f"{part.name}.{figure.name}"), history.value_before(last, part, figure, before)]
            if any(values):
                cells = [text_of(value) if value else "" for value in values]
                text.append(f"| {part.name} | {figure.about} | {cells[0]} | {cells[1]} | {figure.unit} |")
    for key, title in [("failed", "Failed"), ("fell", "Fell"), ("not_run", "Not run")]:
        if last[key]:
            text += ["", f"## {title}", ""] + [f"* {name}: {why}" for name, why in last[key].items()]
    text += ["", "## All runs", ""]
    text += [f"* {conditions(line)}: {len(line['figures'])} figures, {len(line['failed'])} parts failed" for line in reversed(lines)]
    return "\n".join(text + [""])


def picture(lines):
    """docs/measurements.svg: one small chart for each figure that has one."""
    runs = alike(lines) if lines else []
    charts = []
    for part in PARTS:
        for figure in part.figures:
            values = [(run, figure_of(run, f"{part.name}.{figure.name}")) for run in runs]
            points = [(run, value) for run, value in values if value]
            if figure.chart and points:
                charts.append(chart(f"{figure.about}, {figure.unit}".rstrip(", "), points, len(charts)))
    height = 120 * ((len(charts) + 2) // 3)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="{height}" font-family="sans-serif" '
        'font-size="10"><rect width="100%" height="100%" fill="white"/>\n' + "".join(charts) + "</svg>\n"
    )


def chart(title, points, place):
    """A line with intervals in a field of 300x120, the commits of its ends below."""
    ends = [end for _, v in points for end in (v.value, v.low, v.high) if end is not None and math.isfinite(end)]
    least, most = min(ends), max(ends)
    y = lambda number: 85 - 60 * (min(max(number, least), most) - least) / ((most - least) or 1)
    x = lambda i: 20 + (190 * i / (len(points) - 1) if len(points) > 1 else 95)
    bars = "".join(
        f'<path d="M{x(i):.1f} {y(v.low):.1f}V{y(v.high):.1f}" stroke="#aac"/>'
        for i, (_, v) in enumerate(points) if v.low is not None
    )
    dots = "".join(f'<circle cx="{x(i):.1f}" cy="{y(v.value):.1f}" r="2"/>' for i, (_, v) in enumerate(points))
    path = " ".join(f"{x(i):.1f},{y(v.value):.1f}" for i, (_, v) in enumerate(points))
    name = lambda run: f"{run['version']} {run['commit'][:7]}"
    first = f'<text x="20" y="104" fill="#666">{name(points[0][0])}</text>' if len(points) > 1 else ""
    return (
        f'<g transform="translate({300 * (place % 3)} {120 * (place // 3)})"><text x="20" y="14">{escape(title)}</text>'
        f'{bars}<polyline points="{path}" fill="none" stroke="#346"/>{dots}'
        f'<text x="218" y="{y(points[-1][1].value) + 3:.1f}">{text_of(points[-1][1]).split(" ")[0]}</text>{first}'
        f'<text x="210" y="104" text-anchor="{"end" if first else "middle"}" fill="#666">{name(points[-1][0])}</text></g>\n'
    )


def figures(line):
    """The block of README: one item of a list."""
    said = []

    def say(key, words):
        value = figure_of(line, key)
        if value:
            said.append(words.format(rounded(value.value)))

    say("speed.nps", "{} positions a second")
    say("speed.start", "ready after {} ms")
    say("speed.searching", "{} MB of memory in a search of 5 s with Gomocup's limit of 350 MiB")
    say("tactics.vcf", f"{{}} of {problems('vcf')} wins by fours solved")
    say("tactics.vct", f"{{}} of {problems('vct')} by threes and fours")
    false, claimed = (figure_of(line, f"claims.{name}") for name in ("false", "claimed"))
    if false and claimed:
        said.append(f"{text_of(false)} of {text_of(claimed)} claimed wins false")
    total = lambda where, figure: sum(
        fields["value"] for key, fields in line["figures"].items()
        if key.startswith(f"timing-{where}") and key.endswith(f".{figure}")
    )
    if moves := total("", "moves"):
        lost, busy = total("", "overruns"), total("busy", "moves")
        beside = f", {busy:,.0f} of them beside busy threads with {BUSY_TOLERANCE} ms of tolerance" if busy else ""
        said.append(f"games lost on time or by a fault: {lost:.0f} in {moves:,.0f} moves{beside}")
    # Older lines do not say it.
    usual = next(part for part in PARTS if part.name == "answers").amount.scaled(line["hours"])
    asked = figure_of(line, "answers.asked") or Value(usual)
    say("answers.late", f"{{}} of {asked.value:,.0f} answers beside busy threads came after their limits of 10 to 50 ms")
    if not said:
        return ""
    words = item(
        f"Measured by `make nightly` ({conditions(line)}): " + "; ".join(said)
        + ". [All figures](docs/measurements.md)"
    )
    return words + "\n"


def problems(kind):
    """How many of the problems that `dolmen solve` is measured with are of a kind."""
    lines = (ROOT / "tests/data/tactics_dev.txt").read_text().splitlines()
    return sum(line.split(";")[5] == kind for line in lines if not line.startswith("#"))


def rounded(number):
    """Three digits that count: `552,000`, `2.46`, `99`."""
    return f"{float(f'{number:.3g}'):,.10g}"


def item(text):
    """An item of a list, wrapped as the documents are."""
    return textwrap.fill(text, 120, initial_indent="* ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def strength(line):
    """The block of docs/development.md: a table."""
    rows = []
    for about, part, figure in [
        ("last release, 0.1 s, Elo", "release-0.1s", "elo"), ("last release, 1 s, Elo", "release-1s", "elo"),
        ("figrid 1.2.0, 0.3 s, points in %", "figrid", "score"),
    ]:
        values = [figure_of(line, f"{part}-{rule}-{size}.{figure}") for rule, size in BOARDS]
        if any(values):
            rows.append(f"| {about} | " + " | ".join(text_of(v) if v else "" for v in values) + " |")
    if not rows:
        return ""
    heads = " | ".join(f"{rule} {size}x{size}" for rule, size in BOARDS)
    return "\n".join(
        [f"Measured by `make nightly` ({conditions(line)}), 95 % intervals:", "", f"| against | {heads} |",
         "|---" * (len(BOARDS) + 1) + "|", *rows, ""]
    )


BLOCKS = {"figures": figures, "strength": strength}
DOCUMENTS = ["README.md", "docs/development.md"]


def filled(text, lines):
    """A document with what is between its markers made anew."""
    block = lambda found: BLOCKS[found[2]](lines[-1]) if lines else ""
    return MARKED.sub(lambda found: found[1] + block(found) + found[4], text)


def rendered(lines):
    """All files that follow from the results, by their path."""
    files = {"docs/measurements.md": page(lines)}
    if lines:
        files["docs/measurements.svg"] = picture(lines)
    for name in DOCUMENTS:
        files[name] = filled((ROOT / name).read_text(), lines)
    return files


def write():
    for name, text in rendered(history.read()).items():
        (ROOT / name).write_text(text)


def stale():
    """The files that differ from what the results say."""
    files = rendered(history.read())
    return [n for n, text in files.items() if not (ROOT / n).exists() or (ROOT / n).read_text() != text]
