/** The module of WebAssembly that this browser can run. */

/** A function whose body is one vector instruction: valid only where there are vectors. */
const VECTORS = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01,
  0x00, 0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b,
]);

export const hasVectors = (): boolean => WebAssembly.validate(VECTORS);

/** Loads and compiles it. `plain` takes the one without vectors in any case. */
export const loadModule = (plain = false): Promise<WebAssembly.Module> =>
  compile(
    hasVectors() && !plain
      ? new URL("./wasm/dolmen-simd.wasm", import.meta.url)
      : new URL("./wasm/dolmen.wasm", import.meta.url),
  );

export async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  // Some static hosts do not know the type of the file, without which it cannot be streamed.
  if (response.headers.get("content-type") === "application/wasm") {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** More are not asked for, however many processors there are: each thread is a worker, with its stack. */
const MOST_THREADS = 32;

/** Threads that a search may have: workers share memory only in pages that are isolated from other origins. */
export function mostThreads(): number {
  const shares = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";
  return shares && hasVectors() ? Math.min(navigator.hardwareConcurrency, MOST_THREADS) : 1;
}
