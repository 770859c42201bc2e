// What calls do when workers and connections fail; both are false here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, mock, test } from "node:test";
import { Client } from "../dist/client.js";
import { startEngine } from "../dist/index.js";
import { connect } from "../dist/socket.js";
import { startHelpers } from "../dist/threads.js";
import { Workers } from "../dist/workers.js";

/** The smallest module. */
const MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const told = (error) => `${error.name}: ${error.message}`;
/** Lets all that is ready happen. */
const settle = () => new Promise(setImmediate);

test("the lists in the package can be imported", () => {
  const read = (name) =>
    JSON.parse(readFileSync(new URL(import.meta.resolve(`dolmen-engine/${name}`)), "utf8"));
  assert.ok(Object.keys(read("phrases.json")).length > 0);
  assert.equal(read("package.json").name, "dolmen-engine");
});

/** A connection; what is sent lies in `sent`. */
class FalseSocket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor(address) {
    new URL(address);
    this.address = address;
    FalseSocket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  answer({ id }, rest) {
    this.onmessage({ data: JSON.stringify({ id, ...rest }) });
  }

  close() {
    this.readyState = 3;
  }
}

/** An engine at a server that is there. */
async function connected() {
  const found = connect("ws://host/engine");
  const socket = FalseSocket.all.at(-1);
  socket.readyState = FalseSocket.OPEN;
  socket.onopen();
  return [new Client(await found), socket];
}

Object.assign(globalThis, { WebSocket: FalseSocket });

afterEach(() => {
  mock.timers.reset();
  for (const name of ["Worker", "document", "fetch"]) delete globalThis[name];
});

test("calls reject where no worker can be started", async () => {
  globalThis.Worker = class {
    constructor() {
      throw new DOMException("cannot be accessed from origin", "SecurityError");
    }
  };
  const engine = new Client(new Workers({}, 1));
  const lost = "EngineLost: the engine failed: cannot be accessed from origin";
  for (let again = 0; again < 2; again++) {
    assert.equal(await engine.version().catch(told), lost);
    assert.equal(await engine.query({ moves: "h8" }).catch(told), lost);
  }
});

test("helpers end when one of them cannot be started", async () => {
  const ended = [];
  globalThis.Worker = class {
    constructor() {
      if (ended.count++ === 2) throw new Error("no more");
    }
    postMessage() {}
    terminate() {
      ended.push(this);
    }
  };
  ended.count = 0;
  globalThis.fetch = async () => new Response(MODULE);
  await assert.rejects(startHelpers(3), /no more/);
  assert.equal(ended.length, 2);
});

test("numbers that JSON lacks are refused and not taken as not given", async () => {
  const sent = [];
  globalThis.Worker = class {
    postMessage(message) {
      sent.push(message);
    }
    terminate() {}
  };
  const [native, socket] = await connected();
  for (const engine of [new Client(new Workers({}, 1)), native]) {
    const time = await engine.query({ time: Number.POSITIVE_INFINITY }).catch(told);
    assert.equal(time, "EngineError: time: Infinity is not a whole number");
    const moves = await engine.rules({ moves: [[Number.NaN, 7]] }).catch(told);
    assert.equal(moves, "EngineError: moves: NaN is not a whole number");
  }
  await settle();
  assert.ok(sent.every((message) => !("call" in message)));
  assert.deepEqual(socket.sent, []);
});

test("a file that is no Uint8Array is refused and not read as empty", async () => {
  const [engine, socket] = await connected();
  const { buffer } = new TextEncoder().encode("h8i9");
  for (const read of ["read", "readTrees"]) {
    const buffers = await engine[read](buffer).catch(told);
    assert.equal(buffers, "EngineError: bytes: expected a Uint8Array, found ArrayBuffer");
    const texts = await engine[read]("h8i9").catch(told);
    assert.equal(texts, "EngineError: bytes: expected a Uint8Array, found String");
  }
  assert.deepEqual(socket.sent, []);
});

test("the address in the page keeps its protocol", async () => {
  const found = async (baseURI, content) => {
    globalThis.document = { baseURI, querySelector: () => ({ getAttribute: () => content }) };
    const count = FalseSocket.all.length;
    const started = startEngine().catch(() => {});
    const socket = FalseSocket.all[count];
    socket?.onerror();
    await started;
    return socket?.address;
  };
  assert.equal(await found("http://host/", "wss://engine.org/e"), "wss://engine.org/e");
  assert.equal(await found("https://host/", "ws://127.0.0.1:8015/e"), "ws://127.0.0.1:8015/e");
  assert.equal(await found("http://host/page/", "/engine"), "ws://host/engine");
  assert.equal(await found("https://host/page/", "engine"), "wss://host/page/engine");
});

test("without a page, and with a bad address, the engine runs in the browser", async () => {
  const loaded = mock.fn(async () => new Response(MODULE));
  globalThis.fetch = loaded;
  globalThis.Worker = class {
    postMessage() {}
    terminate() {}
  };
  (await startEngine()).close();
  globalThis.document = {
    baseURI: "https://host/",
    querySelector: () => ({ getAttribute: () => "http://[bad" }),
  };
  (await startEngine()).close();
  (await startEngine({ socket: "http://[bad" })).close();
  assert.equal(loaded.mock.callCount(), 3);
});

test("an address that is silent is given up", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const found = connect("ws://host/engine").catch(told);
  const socket = FalseSocket.all.at(-1);
  mock.timers.tick(5000);
  assert.equal(await found, "EngineLost: no engine answers at ws://host/engine");
  assert.equal(socket.readyState, 3);
});

test("a message that the server does not read is not sent", async () => {
  const [engine, socket] = await connected();
  const read = await engine.read(new Uint8Array(10 << 20).fill(32)).catch(told);
  assert.equal(read, "EngineError: the call is too long: the native engine takes 12 MiB");
  assert.deepEqual(socket.sent, []);
});

test("no more searches are sent than the server lets wait", async () => {
  const [engine, socket] = await connected();
  const searches = Array.from({ length: 100 }, () => engine.hint({}));
  const isHint = ({ call }) => call === "hint";
  assert.equal(socket.sent.length, 32);
  const rules = engine.rules({});
  assert.equal(socket.sent.at(-1).call, "rules");
  socket.answer(socket.sent.at(-1), { result: 1 });
  assert.equal(await rules, 1);
  for (let n = 0; n < 100; n++) socket.answer(socket.sent.filter(isHint)[n], { result: n });
  assert.deepEqual(await Promise.all(searches), [...Array(100).keys()]);
});

test("a search that is given up counts until the server has ended it", async () => {
  const [engine, socket] = await connected();
  const control = new AbortController();
  const news = mock.fn();
  const options = { signal: control.signal, onProgress: news };
  const game = { size: 15, moves: [] };
  const all = Array.from({ length: 33 }, () => engine.review(game, options).catch((error) => error.name));
  control.abort();
  assert.deepEqual([...new Set(await Promise.all(all))], ["AbortError"]);
  assert.deepEqual(
    socket.sent.slice(32).map(({ id, call }) => [id, call]),
    [...Array(32).keys()].map((id) => [id, "cancel"]),
  );
  const next = engine.hint({});
  assert.equal(socket.sent.length, 64);
  socket.answer({ id: 3 }, { progress: {} });
  socket.answer({ id: 3 }, { error: "cancelled" });
  assert.equal(socket.sent.at(-1).call, "hint");
  socket.answer(socket.sent.at(-1), { result: 7 });
  assert.equal(await next, 7);
  assert.equal(news.mock.callCount(), 0);
});

test("no more messages are sent at once than the server takes", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const [engine, socket] = await connected();
  // A whole number: a second later than a fraction may be less than a second by its last bit.
  const start = Math.ceil(performance.now());
  const clock = mock.method(performance, "now", () => start);
  const all = Promise.all(Array.from({ length: 600 }, () => engine.rules({})));
  const counts = [socket.sent.length];
  for (let second = 1; second < 5; second++) {
    clock.mock.mockImplementation(() => start + second * 1000);
    mock.timers.tick(1000);
    counts.push(socket.sent.length);
  }
  clock.mock.restore();
  assert.deepEqual(counts, [300, 380, 460, 540, 600]);
  for (const message of socket.sent) socket.answer(message, { result: 1 });
  assert.equal((await all).length, 600);
});

test("what waits rejects when the connection ends", async () => {
  const [engine, socket] = await connected();
  const all = Array.from({ length: 40 }, () => engine.hint({}).catch(told));
  socket.onclose({ reason: "" });
  const reasons = new Set(await Promise.all(all));
  assert.deepEqual([...reasons], ["EngineLost: the connection to the engine has ended"]);
});
