"""Speed and start of an engine, also against another: python3 -m nightly.probes.speed PROGRAM ROUNDS OTHER"""

import re
import resource
import statistics
import subprocess
import sys
import time


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def bench(program):
    """Positions in a second of CPU time, so that load matters less."""
    before = cpu_seconds()
    output = subprocess.run([program, "bench"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"(\d+) nodes", output)[1]) / (cpu_seconds() - before)


def start(program):
    """Milliseconds from the start to OK."""
    before = time.monotonic()
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write("START 15\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    took = 1000 * (time.monotonic() - before)
    process.communicate("END\n")
    if answer != "OK\n":
        sys.exit(f"'{answer}' is the answer to START")
    return took


def median(values):
    """The median with its 95 % interval, from the order of the values."""
    values = sorted(values)
    reach = 0.98 * len(values) ** 0.5
    middle = (len(values) - 1) / 2
    return statistics.median(values), values[max(0, int(middle - reach))], values[min(len(values) - 1, round(middle + reach))]


def in_turns(measure, program, other, rounds):
    """What the program gives each time, and that over the other's: on a shared machine speed varies by a quarter
    from minute to minute, but for both alike."""
    pairs = [(measure(program), measure(other)) for _ in range(rounds)]
    return [ours for ours, _ in pairs], [ours / theirs for ours, theirs in pairs]


def main(program, rounds, other):
    rates, ratios = in_turns(bench, program, other, rounds)
    # The best is nearest to what an idle machine gives.
    print("figure nps", round(max(rates)))
    print("figure ratio", *(round(ratio, 3) for ratio in median(ratios)))
    starts, ratios = in_turns(start, program, other, max(rounds, 20))
    print("figure start", *(round(ms, 2) for ms in median(starts)))
    print("figure start_ratio", *(round(ratio, 3) for ratio in median(ratios)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
