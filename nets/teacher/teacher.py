#!/usr/bin/env python3
"""The teacher of the nets: a residual net that learns from games on a GPU and labels their positions.

    teacher.py train GAMES.bin... --validation GAMES.bin... --minutes 7 --output teacher.pt
    teacher.py label teacher.pt GAMES.bin...      # writes GAMES.labels beside each

One teacher learns all rules and board sizes. Needs PyTorch; `train` wants a GPU. `dolmen train --net` mixes the labels
with what game and search tell if they lie beside the games. Format: companion/src/learn/teacher.rs.
"""

import argparse
import hashlib
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.backends.cudnn.benchmark = True
RULES = {0: "freestyle", 1: "standard", 4: "renju", 9: "caro"}
NO_SCORE, PROVEN = -128, 127
RESULT_WEIGHT, TD_LAMBDA = 0.3, 0.5
# Mine, theirs, the last two moves, black to move, the rules, the board.
PLANES = 5 + len(RULES) + 1
MAGIC = b"DOLLABL\x01"


class Games:
    """A file of games, see companion/src/arena/compact.rs. Moves are padded with the number of cells."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        if data[:7] != b"DOLGAME":
            raise SystemExit(f"{path}: not a file of games")
        self.path, self.sha256, old = Path(path), hashlib.sha256(data).hexdigest(), data[7] == 1
        heads, cells, scores, at = [], [], [], 8
        while at < len(data):
            rule, size, result, opened, low, high = data[at : at + 6]
            count, at = low + 256 * high, at + 6
            wide = size * size > 256
            bits = np.zeros(count, np.int64)
            if wide and not old:
                packed = np.frombuffer(data, np.uint8, (count + 7) // 8, at)
                bits, at = np.unpackbits(packed, bitorder="little")[:count].astype(np.int64), at + (count + 7) // 8
            width = 2 if old else 1
            split = at + opened * width
            end = split + (count - opened) * (width + 1)
            opening = np.frombuffer(data, np.uint8, split - at, at).reshape(opened, width)
            moves = np.frombuffer(data, np.uint8, end - split, split).reshape(-1, width + 1)
            number = np.concatenate([opening, moves[:, :width]]).astype(np.int64)
            cells.append((number[:, 0] + 256 * number[:, 1] if old else number[:, 0]) + 256 * bits)
            scores.append(np.concatenate([np.full(opened, NO_SCORE, np.int8), moves[:, width].view(np.int8)]))
            heads.append((rule, size, {0: 1.0, 1: 0.0, 2: 0.5}[result], opened, count))
            at = end
        if len({head[:2] for head in heads}) != 1:
            raise SystemExit(f"{path}: games of several rules or sizes")
        self.rule, self.size = heads[0][:2]
        self.result = np.array([head[2] for head in heads], np.float32)
        self.opened = np.array([head[3] for head in heads], np.int16)
        self.count = np.array([head[4] for head in heads], np.int16)
        longest = int(self.count.max())
        self.cells = np.full((len(heads), longest), self.size**2, np.int16)
        self.scores = np.full((len(heads), longest), NO_SCORE, np.int8)
        for game, (number, score) in enumerate(zip(cells, scores)):
            self.cells[game, : len(number)], self.scores[game, : len(score)] = number, score

    def targets(self):
        """Winning chance of the mover before each move, as in companion/src/learn/sample.rs."""
        slope, offset = self.calibration()
        share = np.clip(self.scores.astype(np.float32), -125, 125) / 252 + 0.5
        chance = 1 / (1 + np.exp(-(slope * np.log(share / (1 - share)) + offset)))
        chance[self.scores == PROVEN], chance[self.scores == -PROVEN] = 1.0, 0.0
        targets = np.zeros_like(chance)
        later = np.where(self.count % 2 == 0, self.result, 1 - self.result)
        for ply in reversed(range(chance.shape[1])):
            result = self.result if ply % 2 == 0 else 1 - self.result
            inside = ply < self.count
            later = np.where(ply + 1 == self.count, result, later)
            now = np.where(self.scores[:, ply] == NO_SCORE, later, chance[:, ply])
            opinion = (1 - TD_LAMBDA) * now + TD_LAMBDA * later
            targets[:, ply] = (1 - RESULT_WEIGHT) * opinion + RESULT_WEIGHT * result
            later = np.where(inside, 1 - opinion, later)
        return targets

    def calibration(self):
        """Slope and offset from the log odds of scores to those of results, by Newton's method."""
        counts, won = np.zeros(256), np.zeros(256)
        for ply in range(self.scores.shape[1]):
            scores = self.scores[:, ply].astype(np.int64)
            known = np.abs(scores) < PROVEN
            result = self.result if ply % 2 == 0 else 1 - self.result
            counts += np.bincount(scores[known] + 128, minlength=256)
            won += np.bincount(scores[known] + 128, result[known], minlength=256)
        share = np.clip(np.arange(-128, 128), -125, 125) / 252 + 0.5
        x = np.log(share / (1 - share))
        fitted = np.array([0.5, 0.0])
        for _ in range(30):
            p = 1 / (1 + np.exp(-(fitted[0] * x + fitted[1])))
            w = counts * p * (1 - p)
            gradient = np.array([((counts * p - won) * x).sum(), (counts * p - won).sum()])
            curvature = np.array([[(w * x * x).sum(), (w * x).sum()], [(w * x).sum(), w.sum()]])
            fitted -= np.linalg.solve(curvature, gradient)
        return fitted

    def searched(self, stride=1):
        """Game and ply of the moves that were searched, of all or of one in `stride`."""
        game, ply = np.nonzero(self.scores != NO_SCORE)
        chosen = (game + ply) % stride == 0
        return game[chosen], ply[chosen]


class Positions:
    """Positions of files with boards of one size, on the device."""

    def __init__(self, files, stride=1, labelled=True):
        self.size = files[0].size
        area = self.size**2
        longest = max(games.cells.shape[1] for games in files)
        pad = lambda games: np.pad(games.cells, ((0, 0), (0, longest - games.cells.shape[1])), constant_values=area)
        tensor = lambda arrays: torch.from_numpy(np.concatenate(arrays)).to(DEVICE)
        self.cells = tensor([pad(games) for games in files])
        rules = list(RULES)
        self.rules = tensor([np.full(len(games.cells), rules.index(games.rule)) for games in files])
        starts = np.cumsum([0] + [len(games.cells) for games in files])
        picked = [games.searched(stride) for games in files]
        self.game = tensor([(game + start).astype(np.int32) for (game, _), start in zip(picked, starts)])
        self.ply = tensor([ply.astype(np.int16) for _, ply in picked])
        if labelled:
            self.target = tensor([games.targets()[at].astype(np.float32) for games, at in zip(files, picked)])
        self.symmetries = torch.from_numpy(symmetries(self.size)).to(DEVICE)

    def __len__(self):
        return len(self.game)

    def planes(self, at, symmetry):
        """Input planes of positions, turned by the symmetry of each; their next move, turned."""
        area, batch = self.size**2, len(at)
        game, ply = self.game[at].long(), self.ply[at].long()
        cells = self.symmetries[symmetry[:, None], self.cells[game].long()]
        number = torch.arange(cells.shape[1], device=DEVICE)[None]
        before = ply[:, None] - number
        plane = (before % 2 == 1).long()
        # What was not played yet goes to the cell behind the board, which is cut off.
        place = torch.where(before > 0, plane * (area + 1) + cells, area)
        planes = torch.zeros(batch, PLANES * (area + 1), device=DEVICE)
        planes.scatter_(1, place, 1.0)
        for back in (1, 2):
            last = cells.gather(1, (ply[:, None] - back).clamp(min=0))
            last = torch.where(ply[:, None] >= back, last, area)
            planes.scatter_(1, (1 + back) * (area + 1) + last, 1.0)
        planes = planes.view(batch, PLANES, area + 1)[:, :, :area]
        planes[:, 4] = (ply % 2 == 0).float()[:, None]
        planes[torch.arange(batch, device=DEVICE), 5 + self.rules[game]] = 1.0
        planes[:, -1] = 1.0
        planes = planes.view(batch, PLANES, self.size, self.size).to(memory_format=torch.channels_last)
        return planes, cells.gather(1, ply[:, None])[:, 0]


def symmetries(size):
    """Where each cell goes, for the eight symmetries of the board; the cell behind the board stays."""
    board = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(flipped, turns) for flipped in (board, board.T) for turns in range(4)]
    # What stands at a place of the turned board came from there.
    return np.array([np.append(np.argsort(t.ravel()), size * size) for t in turned])


class Block(nn.Module):
    """Two convolutions with a way around; after the first, a bias from the whole board."""

    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.board = nn.Linear(2 * channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x):
        y = self.first_norm(self.first(x))
        y = F.relu(y + self.board(pooled(y))[:, :, None, None])
        return F.relu(x + self.second_norm(self.second(y)))


def pooled(x):
    """Mean and maximum of each channel."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Teacher(nn.Module):
    """Log odds of winning, and of each cell to be the next move."""

    def __init__(self, blocks, channels):
        super().__init__()
        self.stem = nn.Conv2d(PLANES, channels, 5, padding=2, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.policy = nn.Sequential(nn.Conv2d(channels, 32, 1), nn.ReLU(), nn.Conv2d(32, 1, 1))
        self.value = nn.Sequential(nn.Linear(2 * channels, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, planes):
        x = F.relu(self.stem_norm(self.stem(planes)))
        x = self.blocks(x)
        policy = self.policy(x).flatten(1).float()
        taken = planes[:, :2].sum(1).flatten(1) > 0
        return self.value(pooled(x))[:, 0].float(), policy.masked_fill(taken, -1e4)


def autocast():
    return torch.autocast(DEVICE.type, torch.bfloat16)


def by_size(paths, **how):
    """Positions of files, by board size."""
    files = [Games(path) for path in paths]
    return [Positions([g for g in files if g.size == size], **how) for size in sorted({g.size for g in files})]


def train(options):
    groups = by_size(options.games)
    total = sum(map(len, groups))
    torch.manual_seed(options.seed)
    teacher = Teacher(options.blocks, options.channels).to(DEVICE, memory_format=torch.channels_last)
    print(f"{total} positions, {sum(p.numel() for p in teacher.parameters())} parameters, {DEVICE}", flush=True)
    decayed = [p for p in teacher.parameters() if p.dim() > 1]
    others = [p for p in teacher.parameters() if p.dim() <= 1]
    parameters = [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}]
    adam = torch.optim.AdamW(parameters, lr=options.rate, betas=(0.9, 0.98))
    orders = [iter(()) for _ in groups]
    shares = torch.tensor([len(group) / total for group in groups])
    which = torch.Generator().manual_seed(options.seed)
    budget, begun, step, sums = 60 * options.minutes, time.monotonic(), 0, torch.zeros(2, device=DEVICE)
    done = 0.0
    while done < 1:
        number = int(torch.multinomial(shares, 1, generator=which))
        group, at = groups[number], next(orders[number], None)
        if at is None:
            orders[number] = iter(torch.randperm(len(group), device=DEVICE).split(options.batch))
            continue
        rate = options.rate * min(1, (step + 1) / 300) * (0.5 + 0.5 * math.cos(math.pi * done))
        for parameter_group in adam.param_groups:
            parameter_group["lr"] = rate
        planes, played = group.planes(at, torch.randint(8, (len(at),), device=DEVICE))
        with autocast():
            value, policy = teacher(planes)
        target = group.target[at]
        value_loss = F.binary_cross_entropy_with_logits(value, target)
        policy_loss = F.cross_entropy(policy, played)
        adam.zero_grad(set_to_none=True)
        (options.value_loss_weight * value_loss + policy_loss).backward()
        nn.utils.clip_grad_norm_(teacher.parameters(), 2.0)
        adam.step()
        step += 1
        sums += torch.stack([value_loss.detach(), policy_loss.detach()])
        if step % 20 == 0:
            DEVICE.type == "cuda" and torch.cuda.synchronize()
            done = (time.monotonic() - begun) / budget
        if step % 500 == 0:
            means = (sums / 500).tolist()
            sums.zero_()
            seconds = time.monotonic() - begun
            print(
                f"step {step}, {seconds:.0f} s, {step * options.batch / total:.2f} epochs, rate {rate:.5f}:"
                f" value cross-entropy {means[0]:.4f}, policy cross-entropy {means[1]:.4f}",
                flush=True,
            )
    half = {name: v.half() if v.dim() > 1 else v for name, v in teacher.state_dict().items()}
    torch.save({"blocks": options.blocks, "channels": options.channels, "state": half}, options.output)
    teacher = load(options.output)
    for path in options.validation:
        (group,) = by_size([path])
        print(f"{path}: {quality(teacher, group)}", flush=True)


@torch.no_grad()
def quality(teacher, group):
    """As companion/src/learn/quality.rs measures it, but on decided positions, too."""
    sums = torch.zeros(3, device=DEVICE)
    for at in torch.arange(len(group), device=DEVICE).split(4096):
        planes, played = group.planes(at, torch.zeros_like(at))
        with autocast():
            value, policy = teacher(planes)
        target = group.target[at]
        entropy = F.binary_cross_entropy(target, target, reduction="sum")
        sums[0] += F.binary_cross_entropy_with_logits(value, target, reduction="sum") - entropy
        sums[1] += F.cross_entropy(policy, played, reduction="sum")
        sums[2] += (policy.argmax(1) == played).sum()
    loss, policy, top1 = (sums / len(group)).tolist()
    return f"value loss {loss:.4f}, policy cross-entropy {policy:.4f}, top-1 accuracy {100 * top1:.1f} %"


def load(path):
    kept = torch.load(path, map_location=DEVICE)
    teacher = Teacher(kept["blocks"], kept["channels"])
    teacher.load_state_dict(kept["state"])
    return teacher.to(DEVICE, memory_format=torch.channels_last).eval()


@torch.no_grad()
def label(options):
    teacher = load(options.teacher)
    for path in options.games:
        begun = time.monotonic()
        games = Games(path)
        group = Positions([games], options.stride, labelled=False)
        wide = group.size**2 > 256
        chunks = []
        for at in torch.arange(len(group), device=DEVICE).split(8192):
            chunks.append(packed(*opinion(teacher, group, at, options.symmetries), options, wide))
        rows = np.concatenate(chunks)
        # Moves without labels take one byte, too.
        own = np.arange(games.cells.shape[1])[None] >= games.opened[:, None]
        own &= np.arange(games.cells.shape[1])[None] < games.count[:, None]
        index = np.cumsum(own.ravel()).reshape(own.shape) - 1
        game, ply = games.searched(options.stride)
        with open(games.path.with_suffix(".labels"), "wb") as output:
            output.write(MAGIC + games.sha256.encode())
            total, places = int(own.sum()), index[game, ply]
            for start in range(0, total, 1 << 20):
                first, last = np.searchsorted(places, [start, start + (1 << 20)])
                all_rows = np.zeros((min(1 << 20, total - start), rows.shape[1]), np.uint8)
                all_rows[places[first:last] - start] = rows[first:last]
                entry = 3 if wide else 2
                length = np.where(all_rows[:, 0] == 0, 1, 2 + entry * all_rows[:, 0].astype(int))
                output.write(all_rows[np.arange(rows.shape[1])[None] < length[:, None]].tobytes())
        print(f"{output.name}: {len(group)} of {total} positions, {time.monotonic() - begun:.0f} s", flush=True)


def opinion(teacher, group, at, count):
    """Winning chance and chances of the cells, the mean over some symmetries of the board."""
    value, policy = 0.0, 0.0
    for number in np.linspace(0, 8, count, endpoint=False).astype(int).tolist():
        planes, _ = group.planes(at, torch.full_like(at, number))
        with autocast():
            odds, moves = teacher(planes)
        value = value + odds.sigmoid() / count
        policy = policy + moves.softmax(1)[:, group.symmetries[number][:-1]] / count
    return value, policy


def packed(value, policy, options, wide):
    """Rows of bytes: number of moves, winning chance, then cell and chance of each move; zeros follow."""
    chances, cells = policy.topk(options.moves)
    count = (chances >= options.least).sum(1).clamp(min=1)
    low, high, chances = cells % 256, cells // 256, (chances * 255).round()
    entries = torch.stack([low, high, chances] if wide else [low, chances], 2).flatten(1)
    head = torch.stack([count, (value * 255).round()], 1)
    return torch.cat([head, entries], 1).to(torch.uint8).cpu().numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True)
    of_train = commands.add_parser("train", help="learn from games")
    of_train.add_argument("games", nargs="+", help="files of games, of any rules and sizes")
    of_train.add_argument("--validation", nargs="*", default=[], help="files of games to report on at the end")
    of_train.add_argument("--output", required=True, help="file for the teacher")
    of_train.add_argument("--minutes", type=float, default=7, help="time to train for (7)")
    of_train.add_argument("--blocks", type=int, default=6, help="residual blocks (6)")
    of_train.add_argument("--channels", type=int, default=128, help="channels (128)")
    of_train.add_argument("--batch", type=int, default=2048, help="positions a step (2048)")
    of_train.add_argument("--rate", type=float, default=0.002, help="highest learning rate (0.002)")
    of_train.add_argument("--value-loss-weight", type=float, default=1.5, help="against the policy (1.5)")
    of_train.add_argument("--seed", type=int, default=1, help="of the random numbers (1)")
    of_train.set_defaults(run=train)
    of_label = commands.add_parser("label", help="write the labels of games beside them")
    of_label.add_argument("teacher", help="file of the teacher")
    of_label.add_argument("games", nargs="+", help="files of games")
    of_label.add_argument("--stride", type=int, default=2, help="label one searched move in so many (2)")
    of_label.add_argument("--symmetries", type=int, default=2, help="symmetries of the board to average over, 1 to 8 (2)")
    of_label.add_argument("--moves", type=int, default=8, help="most moves a position (8)")
    of_label.add_argument("--least", type=float, default=0.02, help="least chance of a move (0.02)")
    of_label.set_defaults(run=label)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
