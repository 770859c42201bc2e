/**
 * What the engine is asked and what it answers. The same messages go to the engine in a worker
 * and, over a WebSocket, to `dolmen serve`.
 *
 * Points are named as in the line protocol: `h8` is column h, row 8 (columns a to v, rows 1 to 22).
 * Whether row 1 is drawn at the top or at the bottom is up to the page.
 */

/** A point, `"h8"`. */
export type Point = string;
/** Points as text (`"h8i9"`, `"h8 i9"`) or as a list of names and of `[column, row]`, counted from 0. */
export type Points = string | (Point | [number, number])[];
export type Color = "black" | "white";
export type Rule = "freestyle" | "standard" | "renju" | "caro" | "caro-overline";
/** All rules with their codes in the line protocol (`INFO rule`). */
export const RULES: Readonly<Record<Rule, number>> = {
  freestyle: 0,
  standard: 1,
  renju: 4,
  caro: 9,
  "caro-overline": 8,
};
export const SIZES = { least: 5, most: 22, usual: 15 } as const;

/** A position: a rule, a board, stones on it, and moves of both sides in turn. */
export interface Position {
  /** By name or code. Default: freestyle. */
  rule?: Rule | number;
  /** 5 to 22. Default: 15. */
  size?: number;
  moves?: Points;
  /** Stones on the board before the moves; `dead` points are blocked. */
  stones?: { black?: Points; white?: Points; dead?: Points };
  /** Side of the first move after the stones. Default: white if black has more stones. */
  first?: Color;
}

/**
 * How a game stands. `foul` is followed by its kinds: `"foul 33+6"`; it counts only as the last move, as players
 * miss fouls. A game goes on while it is open, or after a foul.
 */
export type Outcome = "open" | Color | "draw" | `foul ${string}`;

/** A search: the schema of `dolmen json`, version 1, without `id` and `action`. */
export interface Query extends Position {
  /** Limits: positions, milliseconds of searching, plies. Without any: 100,000 nodes. */
  nodes?: number;
  time?: number;
  depth?: number;
  /** Number of first moves reported (multi-PV). Default: 1. */
  lines?: number;
  /** Least milliseconds between two progress answers. Default: 100 if there is `onProgress`. */
  progress?: number;
  /** Progress also when the move being searched changes: `searching` and `losing` in the answers. */
  live?: boolean;
  /** Points excluded as first moves. */
  exclude?: Points;
}

/** A first move with its best line. */
export interface Line {
  move: Point;
  /** For the side to move: 200 is a winning chance of 73 %; a win is 30000 minus its plies. */
  score: number;
  /** The same as a winning chance, 0 to 1. */
  win_rate: number;
  /** Plies to the five, at most; only for a forced win. */
  win_in?: number;
  /** Plies to the five, at most; only for a forced loss. */
  loss_in?: number;
  depth: number;
  selective_depth: number;
  /** The best line; it begins with `move`. */
  pv: Point[];
}

export interface Answer {
  version: number;
  status: "progress" | "done" | "cancelled";
  outcome: Outcome;
  to_move: Color;
  nodes: number;
  /** Milliseconds of searching. */
  time: number;
  /** The first moves, the best first; none if nothing was searched. */
  lines: Line[];
  /** With `live`: the first move that is being searched, and those that lose by force. */
  searching?: Point;
  losing?: Point[];
}

/** The referee's answer on a position, exact and fast. */
export interface Rules {
  outcome: Outcome;
  to_move: Color;
  /** Stones on the board, those of `stones` first, then the moves. */
  stones: { point: Point; color: Color }[];
  dead: Point[];
  /** Points where black may not play (renju), with the kinds `33`, `44`, `6` joined by `+`. */
  forbidden: { point: Point; kind: string }[];
  /** The winning line. */
  five?: Point[];
  /** Of a game of renju. */
  opening?: NamedOpening;
}

/** Names of what a stone makes, weak to strong. */
export type ShapeName =
  | "open two"
  | "double two"
  | "three"
  | "open three"
  | "double three"
  | "four"
  | "four three"
  | "double four"
  | "open four"
  | "five";

/** A shape on the board: closed threes and better. */
export interface Group {
  color: Color;
  /** In English, with article: `"an open three"`. */
  name: string;
  /** The shape alone, to be translated. `overline` wins nothing. */
  shape: "three" | "open three" | "four" | "double four" | "open four" | "five" | "overline";
  /** Whether its stones do not touch. */
  broken: boolean;
  direction: "row" | "column" | "rising" | "falling";
  stones: Point[];
  /** Where the next stone makes five of a four, or an open four of an open three. */
  next: Point[];
}

/**
 * What is said, to be worded in any language. `code` names a template, `values` are what it tells of;
 * `dolmen-engine/phrases.json` lists all codes with the names of their values.
 */
export interface Phrase {
  code: string;
  values?: Readonly<Record<string, PhraseValue>>;
}

/**
 * A number; a colour; a text, such as a point or a row of points; points of which one is meant; a phrase;
 * phrases that all hold.
 */
export type PhraseValue = number | string | Point[] | Phrase | Phrase[];

/** Something said: in English, and as data. */
export interface Said {
  text: string;
  phrase: Phrase;
}

export interface Sentence extends Said {
  /** 0, or deeper for a reason within a reason and for what belongs to the line above. */
  depth: number;
}

/** One move of a line, and what it does. */
export interface Step extends Said {
  move: Point;
  color: Color;
}

/** A position in words: what `dolmen explain` says, and the same as data. */
export interface Lesson {
  outcome: Outcome;
  to_move: Color;
  /** The text of `dolmen explain` without the diagram. */
  sentences: Sentence[];
  groups: Group[];
  /** Where each side, if it were to move, would make five or a shape that wins; strongest first. */
  threats: { color: Color; shape: ShapeName; points: Point[] }[];
  /** Forbidden points, and points that look so and are not (`kind` is `""`), with the reasons. */
  forbidden: { point: Point; kind: string; why: Sentence[] }[];
  /** What must be answered at once. */
  situation: "over" | "free" | "wins" | "lost" | "forced" | "threatened";
  /** The answers to it: of a threatened five, or those to an open four after which no loss was found. */
  answers: Point[];
  /** Answers that lose by force all the same. */
  losing: Point[];
  /** The line of the side to move that wins by force, if one was found. */
  win?: { plies: number; steps: Step[] };
  /** What the other side would win by, if nothing is done about it. */
  threat?: { plies: number; steps: Step[] };
  /** The best move found where no win by force was. */
  best?: Line & Said;
  /** The moves that come to mind first, by the evaluation alone. */
  candidates: ({ move: Point } & Said)[];
  /** The line that wins, or the best line, move by move: an SVG picture. */
  svg: string;
}

/** Why a move is played; the numbers are moves of the side. */
export type Reason =
  | { kind: "wins" }
  | { kind: "wins in"; moves: number }
  | { kind: "loses in"; moves: number }
  | { kind: "only move" }
  | { kind: "stops five" }
  | { kind: "stops open four" }
  | { kind: "makes"; shape: ShapeName }
  | { kind: "denies"; color: Color; shape: ShapeName }
  | { kind: "chance"; percent: number };

/** A move for a human, with reasons, the most important first. */
export interface Hint {
  move: Point;
  reasons: Reason[];
  line: Point[];
}

export type Verdict = "forbidden move" | "missed win" | "losing move" | "blunder" | "mistake" | "inaccuracy";

/** A recorded game. `result` is that of the record or of the board. */
export interface Game {
  rule?: Rule;
  size: number;
  moves: Point[];
  black?: string;
  white?: string;
  /** Milliseconds for each move. */
  times?: number[];
  /** Number of first stones that are a given opening. */
  opened?: number;
  result?: Color | "draw";
  /** Event, date and the like, as SGF names them: `["EV", "World Championship"]`. */
  details?: [string, string][];
  /** Whether the format counts rows from the top (psq, SGF). */
  row_one_on_top?: boolean;
  /** Why the referee refuses it, in English; such a game can be shown as far as it goes. */
  fault?: string;
}

/** A move of a {@link GameTree}. */
export interface TreeMove {
  move: Point;
  /** Index of the move before it, which stands earlier in the list; a first move has none. */
  after?: number;
  comment?: string;
}

/** A game with variations; `moves` are those of the main line. */
export interface GameTree extends Game {
  /** All moves that can be played; of those after the same move the first is the main line. */
  nodes: TreeMove[];
  /** What is written at the start. */
  comment?: string;
  /**
   * How much of the file is not told: marks, labels and other notes, moves that cannot be played and
   * passes, each with all that follows, and variations that cannot be read.
   */
  left_out?: number;
  /** How many moves are not told, because a file has more than 100,000. */
  cut?: number;
}

/** A line of a review. */
export interface ReviewLine {
  /** Winning chance of the side that makes the first move, 0 to 1. */
  chance: number;
  /** Plies to the five; only for a forced win or loss of the side that makes the first move. */
  win_in?: number;
  loss_in?: number;
  moves: Point[];
  /** The line ends with the five that it claims. */
  played_out: boolean;
}

export interface ReviewedMove {
  /** From 1. */
  number: number;
  color: Color;
  move: Point;
  /** Part of a given opening: not judged. */
  opening: boolean;
  /** Black's winning chance after the move, 0 to 1. */
  black: number;
  /** Winning chance of the side that moved: with the best move, and after its move. */
  before: number;
  after: number;
  /** `null` if nothing is wrong with it. */
  verdict: Verdict | null;
  /** Whether it is the engine's own choice. */
  best_played: boolean;
  /** What the verdict means here, in English, one sentence or two; `""` without one. */
  remark: string;
  /** Why. */
  why: Sentence[];
  /** What should have been played. */
  best?: ReviewLine;
  /** The best of the other moves. */
  other?: ReviewLine;
  /** The opponent's best reply: the refutation of a bad move. */
  refutation?: ReviewLine;
  depth: number;
}

/** A move of the tree of a review with what may follow. The game itself is the first branch. */
export interface TreeNode {
  move: Point;
  color: Color;
  /** What the move belongs to. */
  kind: "game" | "better" | "other" | "refutation";
  /** Winning chance of black after the move, if known. */
  black?: number;
  next: TreeNode[];
}

export interface SideSummary {
  /** 0 to 100: 100 minus the winning chance lost by a move on average, in per cent. `null` without moves. */
  accuracy: number | null;
  average_loss: number | null;
  counts: Record<Verdict, number>;
}

export interface Review {
  status: "done" | "cancelled";
  game: Game;
  rule: Rule;
  /** `"freestyle 15x15, 23 moves, black wins"`, in English. */
  facts: string;
  /** Black's winning chance before the first move. */
  start: number;
  moves: ReviewedMove[];
  black: SideSummary;
  white: SideSummary;
  /** What should follow the last move. */
  next?: ReviewLine;
  /** Of a game of renju. */
  opening?: NamedOpening;
  five: Point[];
  tree: TreeNode[];
  /** The game as commented SGF, and as the report in one HTML file. */
  sgf: string;
  html: string;
}

/** How far a review has come. */
export interface ReviewProgress {
  done: number;
  positions: number;
}

/** An attack of a proof: a move of the winning side and its continuation. */
export interface Attack {
  move: Point;
  /** Plies to the five. */
  win_in: number;
  /** The defences that need an attack of their own, with its number. */
  answers: Record<Point, number>;
  /** The attack after any other defence; `null` after the five. */
  otherwise: number | null;
}

/** The schema of `dolmen solve --format json`, version 1. */
export interface Proof {
  version: number;
  id: string;
  class: string;
  rule: Rule;
  size: number;
  /** Empty for what is no game from an empty board; then `stones` and `first` tell the position. */
  moves: string;
  stones?: { black: Point[]; white: Point[]; dead: Point[] };
  first?: Color;
  to_move: Color;
  /** Plies of the proof against the longest defence; `null` without a proof. */
  win_in: number | null;
  /** Whether only one winning first move was found; `null` if none. */
  unique: boolean | null;
  wins: { move: Point; win_in: number; proven: boolean }[];
  line: Point[] | null;
  proof: { root: number; attacks: Attack[] } | null;
  /** The line against the longest defence in words; only here, not in `dolmen solve`. */
  steps: Step[];
  /** Whether the search was ended before it was through. */
  status: "done" | "cancelled";
}

/** How a game is opened, as `dolmen play --opening` names it; `docs/tools.md` tells the rules. */
export type OpeningRule =
  | "free"
  | "middle"
  | "swap"
  | "swap2"
  | "pro"
  | "long-pro"
  | "rif"
  | "yamaguchi"
  | "soosyrv8"
  | "taraguchi10";

/**
 * Something done in an opening: a point (a stone, or a fifth move offered or picked), a colour taken,
 * `two` more stones, `ten` fifth moves, or their number.
 */
export type OpeningAct = string;

/** Whoever begins the opening, who begins as black, and the other player. */
export type OpeningPlayer = "first" | "second";

/** An opening as far as it has come. */
export interface OpeningQuery {
  rule?: Rule | number;
  size?: number;
  opening: OpeningRule;
  acts?: OpeningAct[];
}

/** How an opening stands. */
export interface OpeningStanding {
  /** What comes next. */
  ask: "stone" | "colour" | "colour or two" | "colour or ten" | "number" | "offer" | "pick" | "over";
  /** Who is to act, and the colour that this player has now; `null` when it is over. */
  player: OpeningPlayer | null;
  colour: Color | null;
  /** Who has black now. */
  black: OpeningPlayer;
  moves: Point[];
  /** The fifth moves offered. */
  offered: Point[];
  /** What may be chosen, and the points that may be played, offered or picked. */
  choices: OpeningAct[];
  points: Point[];
  /** Where a stone may lie, if not everywhere: so many lines from the middle at most, or at least. */
  within?: number;
  beyond?: number;
  /** How many fifth moves are to be offered, if some are. */
  fifths?: number;
}

/** One of the 26 openings of renju: `D4`, `Kagetsu`. */
export interface NamedOpening {
  code: string;
  name: string;
}

export interface Version {
  name: string;
  program: string;
  version: number;
  rules: Rule[];
  sizes: [number, number];
  /** `wasm-simd`, `wasm` or `native`. */
  engine: "wasm-simd" | "wasm" | "native";
  /**
   * Threads and MiB of memory that a search may take at most. In the browser there are as many threads
   * as it names processors if the page is isolated from other origins, else one.
   */
  threads: number;
  memory: number;
}

export interface Options {
  /** Ends the call; see {@link Engine} for what it then answers. */
  signal?: AbortSignal;
}

export interface SearchOptions extends Options {
  /**
   * Threads, at most {@link Version.threads}, and MiB of memory. In the browser a search has one
   * thread if its helpers cannot be started.
   */
  threads?: number;
  memory?: number;
}

/**
 * `sgf` holds rule, board, moves, players and result; `psq` board, moves, players and times; `text` rule,
 * board and moves, freestyle if the game has no rule; `renlib` the moves of a game of renju on 15x15;
 * `points` and `url` the moves on 15x15. What RenLib would make a game of renju, and the last two one on
 * 15x15, is refused.
 */
export type GameFormat = "sgf" | "psq" | "renlib" | "text" | "points" | "url";

/**
 * The engine. Calls may be made at any time: searches wait for each other in order, `rules`,
 * `openings`, `opening`, `read`, `write`, `picture` and `version` never wait for a search.
 *
 * A call whose signal is aborted: `query` resolves at once with what was last known and status
 * `cancelled`, `review` and `solve` reject like all others with the signal's reason, by default an
 * `AbortError`. Anything wrong with the arguments, and a game that is over in `hint`, `solve`, `balance`
 * and `level`, rejects with an {@link EngineError}, whose message is for people, in English.
 *
 * A call to `dolmen serve` has 12 MiB at most, a file to `read` so nearly 9 MiB; longer ones reject with an
 * {@link EngineError}. Of many calls 32 searches are there at a time, and after 300 calls at once 80
 * follow each second; the others wait here.
 */
export interface Engine {
  query(query: Query, options?: SearchOptions & { onProgress?: (answer: Answer) => void }): Promise<Answer>;
  /** The position in words. `nodes`: positions for each search, default 30,000. */
  explain(position: Position, options?: Options & { nodes?: number }): Promise<Lesson>;
  hint(position: Position, options?: Options): Promise<Hint>;
  /** `nodes`: positions visited for each position of the game, default 20,000. */
  review(
    game: Game,
    options?: SearchOptions & {
      nodes?: number;
      /** Milliseconds for each position instead of nodes. */
      time?: number;
      name?: string;
      onProgress?: (progress: ReviewProgress) => void;
    },
  ): Promise<Review>;
  /** Winning first moves with proofs. Defaults as in `dolmen solve`. */
  solve(
    position: Position,
    options?: Options & { nodes?: number; proofNodes?: number; otherNodes?: number },
  ): Promise<Proof>;
  /**
   * One or two stones after which the game is even; empty if there is no room. One thread searches,
   * `nodes` positions, default 100,000, or `time` milliseconds.
   */
  balance(
    position: Position,
    stones: 1 | 2,
    options?: Options & {
      nodes?: number;
      time?: number;
      memory?: number;
      /**
       * The score that the game is to have for the side to move, from -30,000 to 30,000, in units of
       * {@link Line.score}. Default: 0.
       */
      bias?: number;
    },
  ): Promise<{ moves: Point[] }>;
  /**
   * A move of a playing level, 1 to 10, as `dolmen play` does. `seed` decides what it plays;
   * level 10 takes `time` milliseconds (default 1000). `move` is `null` if no point can be played.
   */
  level(
    position: Position,
    level: number,
    options?: SearchOptions & { seed?: number; time?: number },
  ): Promise<{ move: Point | null }>;
  /** The opening rules that fit a rule and a board. */
  openings(query: Pick<OpeningQuery, "rule" | "size">): Promise<OpeningRule[]>;
  /** How an opening stands. Rejects if something done is not allowed. */
  opening(query: OpeningQuery): Promise<OpeningStanding>;
  /**
   * What the engine does in an opening. `seed` decides among openings that are equally good; `nodes`:
   * positions for each search, default 100,000. Nothing if the opening is over.
   */
  playOpening(
    query: OpeningQuery,
    options?: Options & { seed?: number; nodes?: number },
  ): Promise<OpeningStanding & { acts: OpeningAct[] }>;
  /**
   * Reads psq, SGF, RenLib, lines of text, and addresses of gomocalc and Renju Portal. SGF may be in
   * the character set that its `CA` names; other texts are UTF-8, or UTF-16 with its mark, else taken
   * for windows-1252.
   */
  read(bytes: Uint8Array, name?: string): Promise<Game[]>;
  /**
   * As {@link Engine.read}, with variations and comments. A file of RenLib is one tree; `read` makes a
   * game of each of its lines. `rule` is that of games that name none.
   */
  readTrees(bytes: Uint8Array, name?: string, rule?: Rule): Promise<GameTree[]>;
  /** SGF and RenLib hold all of a {@link GameTree}, other formats its main line. */
  write(game: Game | GameTree, format: GameFormat): Promise<Uint8Array>;
  /**
   * The board as SVG, standing alone, with crosses on blocked points. `numbers` are those of all stones
   * in the order of {@link Rules.stones}.
   */
  picture(
    position: Position,
    options?: { numbers?: boolean; rowOneOnTop?: boolean; title?: string },
  ): Promise<string>;
  rules(position: Position): Promise<Rules>;
  version(): Promise<Version>;
  /** Ends the workers, or the connection; calls that are not answered reject. */
  close(): void;
}

/** What was wrong with a call, or the engine failed. */
export class EngineError extends Error {
  override name = "EngineError";

  constructor(
    message: string,
    /** The same as data, if the engine says it. */
    readonly phrase?: Phrase | undefined,
  ) {
    super(message);
  }
}

/** The engine failed, ended or cannot be reached; nothing was wrong with the call. */
export class EngineLost extends EngineError {
  override name = "EngineLost";
}
