"""Memory and size in MB: python3 -m nightly.probes.memory ENGINE COMPANION"""

import os
import re
import subprocess
import sys


def peak(process):
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmHWM:\s+(\d+) kB", status.read())[1]) * 1024 / 1e6


def main(engine, companion):
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(lines, is_answer):
        process.stdin.write(lines)
        process.stdin.flush()
        while not is_answer(line := process.stdout.readline().strip()):
            if line == "":
                sys.exit("the engine has ended")

    ask("INFO max_memory 367001600\nSTART 15\n", lambda line: line == "OK")
    print(f"figure idle {peak(process):.1f}")
    ask("INFO timeout_turn 5000\nBOARD\n7,7,1\n8,8,2\n7,9,1\n7,8,2\nDONE\n", lambda line: re.fullmatch(r"\d+,\d+", line))
    print(f"figure searching {peak(process):.1f}")
    process.communicate("END\n")
    print(f"figure engine {os.path.getsize(engine) / 1e6:.2f}")
    print(f"figure companion {os.path.getsize(companion) / 1e6:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
