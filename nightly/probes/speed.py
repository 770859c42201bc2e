"""Speed and start of an engine: python3 -m nightly.probes.speed PROGRAM ROUNDS"""

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


def main(program, rounds):
    rates = [bench(program) for _ in range(rounds)]
    # The best is nearest to what an idle machine gives.
    print("figure nps", round(max(rates)), round(statistics.median(rates)), round(max(rates)))
    print("figure start", *(round(ms, 2) for ms in median([start(program) for _ in range(max(rounds, 20))])))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
