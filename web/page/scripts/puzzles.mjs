// Makes the shipped puzzles, and proves or checks each.
//
//   node scripts/puzzles.mjs make  [--program dolmen] [--share 30] [--rules renju,caro]
//   node scripts/puzzles.mjs check [--program dolmen] [--every 1 | --mend]
//
// `make` adds puzzles to the file until each rule has its share of each kind; from an empty file (`[]`)
// the same program always makes the same one. Positions come from tests/data/tactics_dev.txt, then
// from games of the engine with itself. Wins are proved by `dolmen solve`, which also tries every
// other first move; for a defence every free point is searched. The nodes are below.

import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { games, Searcher, solve } from "./dolmen.mjs";

const FILE = new URL("../src/parts/learn/puzzles.json", import.meta.url);
const PROBLEMS = new URL("../../../tests/data/tactics_dev.txt", import.meta.url);
const RULES = ["freestyle", "standard", "renju", "caro"];
const KINDS = ["fours", "threes", "defence"];
const SIZE = 15;
const SEED = 2026;
/** Games are made in blocks, at most so many for a rule. */
const BLOCK = 30;
const MOST_GAMES = 600;
/** Positions of one search. */
const NODES = {
  /** To look for a win in a position of a game. */
  scan: 1000,
  /** For a proof, and to look whether another first move wins. */
  search: 100_000,
  proof: 1_000_000,
  other: 5000,
  /** To refute a defence: each search is of those that the one before did not refute. */
  refute: [3000, 20_000, 100_000, 1_000_000],
};
/** How many searches of rising length tell how hard a win is to see. */
const LADDER = [30, 100, 300, 1000, 3000, 10_000, 30_000];
const LEVELS = 5;
/** With more first moves that win, or more defences, there is little to find. Fours can be played in many orders. */
const MOST_ANSWERS = { fours: 12, threes: 4, defence: 4 };
const LEAST_PLIES = 5;
const MOST_PLIES = 31;
/** How far from the end of a game its puzzles lie. */
const LAST_PLIES = 10;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    program: { type: "string", default: "dolmen" },
    share: { type: "string", default: "30" },
    rules: { type: "string", default: RULES.join() },
    every: { type: "string", default: "1" },
    mend: { type: "boolean", default: false },
  },
});
const searcher = new Searcher(values.program);
const actions = { make, check };
const action = actions[positionals[0]];
if (!action) throw new Error("expected `make` or `check`");
await action();
searcher.close();

async function make() {
  for (const rule of values.rules.split(",")) {
    for await (const puzzle of candidates(rule)) keep({ rule, ...puzzle });
    process.stderr.write(`${rule}: ${JSON.stringify(countsOf(rule))}\n`);
  }
}

function read() {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** How many puzzles of each kind the file has for a rule. */
function countsOf(rule) {
  const all = read();
  const count = (kind) => all.filter((puzzle) => puzzle.rule === rule && puzzle.kind === kind).length;
  return Object.fromEntries(KINDS.map((kind) => [kind, count(kind)]));
}

/** Puzzles for a rule, until it has its share; some may be in the file. */
async function* candidates(rule) {
  const wanted = (kind) => countsOf(rule)[kind] < Number(values.share);
  for (const problem of problems(rule)) {
    if (!wanted("fours") && !wanted("threes")) break;
    yield* winsAlong(problem, problem.moves.length, wanted);
  }
  const folder = mkdtempSync(join(tmpdir(), "puzzles-"));
  for (let first = 0; first < MOST_GAMES && KINDS.some(wanted); first += BLOCK) {
    const source = { rule, size: SIZE, count: first + BLOCK, seed: SEED };
    const block = games(values.program, join(folder, "games"), source).slice(first);
    for (const [i, game] of block.entries()) {
      if (KINDS.some(wanted)) yield* fromGame(game, first + i, wanted);
    }
  }
  rmSync(folder, { recursive: true });
}

/** Positions of the test data that are won under a rule. */
function problems(rule) {
  const codes = { freestyle: "0", standard: "1", renju: "4" };
  const lines = readFileSync(PROBLEMS, "utf8").split("\n");
  const fields = lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split(";"));
  return fields
    .filter(([, code]) => code === codes[rule])
    .map(([, , size, moves]) => ({ rule, size: Number(size), moves: moves.match(/[a-v]\d+/g) }));
}

/** The puzzles of one game. */
async function* fromGame(game, number, wanted) {
  const { win, threats } = await scan(game, wanted("defence") ? LAST_PLIES : 3);
  if (win && (wanted("fours") || wanted("threes"))) yield* winsAlong(game, win, wanted);
  if (threats.length > 0 && wanted("defence")) {
    const defence = await makeDefence(game, threats[number % threats.length]);
    if (defence) yield defence;
  }
}

/**
 * At most one win of each kind, so that games differ. Further down the winning line wins are
 * shorter, and fours alone win: there the proof is a part of the whole one.
 */
async function* winsAlong({ rule, size, moves: all }, start, wanted) {
  const moves = all.slice(0, start);
  const { proof, line, wins } = solve(values.program, { rule, size, moves }, NODES);
  const found = new Set();
  let number = proof?.root;
  for (let played = 0; number !== undefined && number !== null; played += 2) {
    const attack = proof.attacks[number];
    const kind = isByFours(proof, number) ? "fours" : "threes";
    const answers = played === 0 ? wins.map((win) => win.move) : [attack.move];
    const fits = attack.win_in >= LEAST_PLIES && attack.win_in <= MOST_PLIES;
    if (fits && wanted(kind) && !found.has(kind) && answers.length <= MOST_ANSWERS[kind]) {
      found.add(kind);
      const reached = [...moves, ...line.slice(0, played)];
      const nodes = await nodesToSee(rule, size, reached);
      yield { kind, size, moves: reached, answers, plies: attack.win_in, line: line.slice(played), nodes };
    }
    number = attack.answers[line[played + 1]] ?? attack.otherwise;
  }
}

/**
 * The length of the game at which the side to move first wins, and those at which it is threatened
 * with a win. Games end when the engine sees a win: it lies in their last moves.
 */
async function scan({ rule, size, moves, opened }, plies) {
  const threats = [];
  for (let n = Math.max(opened, moves.length - plies); n <= moves.length; n++) {
    const theirs = await bestAfterPass(rule, size, moves.slice(0, n), NODES.scan);
    // A five that must be stopped first is no puzzle.
    if (!theirs || theirs.win_in <= 1) continue;
    const own = await best(rule, size, moves.slice(0, n), NODES.scan);
    if (own?.win_in >= LEAST_PLIES) return { win: n, threats };
    if (own && !own.win_in && !own.loss_in && theirs.win_in >= 3) threats.push(n);
  }
  return { threats };
}

/** Whether every attack from this one on threatens a five at once, but the last. */
function isByFours({ attacks }, root) {
  const { otherwise, answers } = attacks[root];
  if (otherwise === null) return true;
  return attacks[otherwise].win_in === 1 && Object.values(answers).every((next) => isByFours({ attacks }, next));
}

/** Every free point is tried; the few that do not lose are the answers. */
async function makeDefence({ rule, size, moves: all }, n) {
  const moves = all.slice(0, n);
  const threat = await bestAfterPass(rule, size, moves, NODES.search);
  let answers = freePoints(moves, size);
  for (const nodes of NODES.refute) {
    const left = [];
    for (const point of answers) {
      if (await holds(rule, size, [...moves, point], nodes)) left.push(point);
      // Longer searches refute some, but not that many.
      if (left.length > 2 * MOST_ANSWERS.defence) return null;
    }
    answers = left;
  }
  if (answers.length === 0 || answers.length > MOST_ANSWERS.defence) return null;
  const best = await sortedByValue(rule, size, moves, answers);
  const nodes = await nodesToSee(rule, size, moves, true);
  return { kind: "defence", size, moves, answers: best, plies: threat.win_in, line: threat.pv, nodes };
}

/** Whether no search of this many nodes finds a loss after the last move. */
async function holds(rule, size, moves, nodes) {
  return (await resultFor(rule, size, moves, nodes)) !== "loss";
}

/**
 * What a search finds for the side that played the last move: "win", "loss" or "open". An only answer
 * is given without a search: then the search begins behind it.
 */
async function resultFor(rule, size, moves, nodes) {
  const played = [...moves];
  for (let isDefender = false; played.length < size * size; isDefender = !isDefender) {
    const answer = await searcher.ask({ rule, size, moves: played.join(""), nodes });
    const [line] = answer.lines;
    if (answer.outcome.startsWith("foul")) return isDefender ? "win" : "loss";
    if (["black", "white"].includes(answer.outcome)) return isDefender ? "loss" : "win";
    if (!line) return "open";
    if (line.win_in !== undefined) return isDefender ? "win" : "loss";
    if (line.loss_in !== undefined) return isDefender ? "loss" : "win";
    if (answer.nodes > 0) return "open";
    played.push(line.move);
  }
  return "open";
}

/** The answers, the best for the defender first. */
async function sortedByValue(rule, size, moves, answers) {
  const valued = [];
  for (const point of answers) {
    const line = await best(rule, size, [...moves, point], NODES.search);
    valued.push({ point, score: line?.score ?? 0 });
  }
  return valued.sort((a, b) => a.score - b.score).map(({ point }) => point);
}

/** The shortest search of the ladder that sees the win, or the threat. */
async function nodesToSee(rule, size, moves, isThreat = false) {
  for (const nodes of LADDER) {
    const line = await (isThreat ? bestAfterPass : best)(rule, size, moves, nodes);
    if (line?.win_in) return nodes;
  }
  return 3 * LADDER.at(-1);
}

async function best(rule, size, moves, nodes) {
  const answer = await searcher.ask({ rule, size, moves: moves.join(""), nodes });
  return answer.lines[0];
}

/** The best line of the other side if it were to move. */
async function bestAfterPass(rule, size, moves, nodes) {
  const black = moves.filter((_, n) => n % 2 === 0);
  const white = moves.filter((_, n) => n % 2 === 1);
  const first = moves.length % 2 === 0 ? "white" : "black";
  const answer = await searcher.ask({ rule, size, stones: { black, white }, first, nodes });
  return answer.outcome === "open" ? answer.lines[0] : undefined;
}

function freePoints(moves, size) {
  const taken = new Set(moves);
  const points = [];
  for (let y = 1; y <= size; y++) {
    for (let x = 0; x < size; x++) {
      const point = String.fromCharCode(97 + x) + y;
      if (!taken.has(point)) points.push(point);
    }
  }
  return points;
}

/** The same text for a position and its mirror images. */
function canonical(moves, size) {
  const last = size - 1;
  const turns = [
    (x, y) => [x, y],
    (x, y) => [y, x],
  ].flatMap((turn) => [
    turn,
    (x, y) => turn(last - x, y),
    (x, y) => turn(x, last - y),
    (x, y) => turn(last - x, last - y),
  ]);
  const images = turns.map((turn) => {
    const stones = moves.map((point, n) => {
      const [x, y] = turn(point.charCodeAt(0) - 97, Number(point.slice(1)) - 1);
      return `${String.fromCharCode(97 + x)}${y + 1}${n % 2}`;
    });
    return stones.sort().join("");
  });
  return images.sort()[0];
}

/** Levels 1 to 5 in equal shares for each kind: long lines and wins that are hard to see are hard. */
function grade(puzzles) {
  const hardness = ({ plies, nodes }) => plies + 2 * Math.log2(nodes);
  const byHardness = (a, b) => hardness(a) - hardness(b) || (a.id < b.id ? -1 : 1);
  for (const kind of KINDS) {
    const some = puzzles.filter((puzzle) => puzzle.kind === kind);
    some.sort(byHardness);
    some.forEach((puzzle, n) => {
      puzzle.level = 1 + Math.floor((LEVELS * n) / some.length);
    });
  }
  const order = (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.level - b.level;
  return puzzles.sort((a, b) => order(a, b) || byHardness(a, b));
}

/** Adds a puzzle to the file, unless it is there; the levels are of all of them. */
function keep({ rule, size, kind, plies, nodes, moves, answers, line }) {
  const all = read();
  const name = nameOf(rule, moves, size);
  if (all.some((puzzle) => puzzle.id.endsWith(name))) return;
  const [stones, first, win] = [moves, answers, line].map((points) => points.join(""));
  const puzzle = { id: kind[0] + name, rule, size, kind, level: 0, plies, nodes, moves: stones, answers: first, line: win };
  write([...all, puzzle]);
}

/** Writes the file; the levels are of all puzzles in it. */
function write(puzzles) {
  const lines = grade(puzzles).map((each) => JSON.stringify(each));
  // A reader finds the old file or the new one, never a part.
  const draft = new URL(`${FILE}.${process.pid}`);
  writeFileSync(draft, `[\n${lines.join(",\n")}\n]\n`);
  renameSync(draft, FILE);
}

/** A short name that stays when the file is made again: a hash (FNV-1a) of the position. */
function nameOf(rule, moves, size) {
  let hash = 0x811c9dc5;
  for (const letter of rule + canonical(moves, size)) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(7, "0");
}

/**
 * Searches the shipped puzzles again: each first move must still win, each defence must hold, and no
 * other point may. An error names those that are wrong; with `--mend` they are taken out of the file.
 */
async function check() {
  const wrong = [];
  const sound = [];
  const step = values.mend ? 1 : Number(values.every);
  for (const puzzle of read().filter((_, n) => n % step === 0)) {
    const { id, size, kind } = puzzle;
    const [moves, answers] = [puzzle.moves, puzzle.answers].map((text) => text.match(/[a-v]\d+/g));
    const errors = [];
    for (const point of kind === "defence" ? freePoints(moves, size) : answers) {
      if (!(await isRight(puzzle, [...moves, point], answers.includes(point)))) errors.push(point);
    }
    wrong.push(...errors.map((point) => `${id} ${point}`));
    const left = answers.filter((point) => !errors.includes(point));
    const isSound = left.length > 0 && errors.every((point) => answers.includes(point));
    if (isSound) sound.push({ ...puzzle, answers: left.join("") });
  }
  if (values.mend) write(sound);
  if (wrong.length > 0) throw new Error(`wrong: ${wrong.join(", ")}`);
  process.stdout.write("all puzzles hold\n");
}

/** Whether the last of these moves does what it should: win, or hold, or lose if it is no answer. */
async function isRight({ rule, size, kind }, moves, isAnswer) {
  if (!isAnswer) return isRefuted(rule, size, moves);
  if (kind === "defence") return holds(rule, size, moves, NODES.refute.at(-1));
  return (await resultFor(rule, size, moves, NODES.proof)) === "win";
}

/** Whether a search finds a loss after the last move, the short ones first. */
async function isRefuted(rule, size, moves) {
  for (const nodes of NODES.refute) {
    if (!(await holds(rule, size, moves, nodes))) return true;
  }
  return false;
}
