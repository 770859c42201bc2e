"""How many wins were proved, and how short they are: python3 -m nightly.probes.mates SOLVED.jsonl"""

import json
import sys
from pathlib import Path

PROBLEMS = Path(__file__).resolve().parents[2] / "tests/data/tactics_dev.txt"


def main(path):
    known = {}
    for line in PROBLEMS.read_text().splitlines():
        if line and not line.startswith("#"):
            fields = line.split(";")
            known[fields[0]] = int(fields[6])
    answers = [json.loads(line) for line in Path(path).read_text().splitlines()]
    proved = [answer for answer in answers if answer.get("proof")]
    shortest = [answer for answer in proved if answer["win_in"] <= known[answer["id"]]]
    print("figure proved", len(proved))
    print("figure shortest", len(shortest))


if __name__ == "__main__":
    main(sys.argv[1])
