/** The module of WebAssembly that this browser can run. */

/** A function whose body is one vector instruction: valid only where there are vectors. */
const VECTORS = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01,
  0x00, 0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b,
]);

export const hasVectors = (): boolean => WebAssembly.validate(VECTORS);

/** Loads and compiles it. `plain` takes the one without vectors in any case. */
export async function loadModule(plain = false): Promise<WebAssembly.Module> {
  const url =
    hasVectors() && !plain
      ? new URL("./wasm/dolmen-simd.wasm", import.meta.url)
      : new URL("./wasm/dolmen.wasm", import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  // Some static hosts do not know the type of the file, without which it cannot be streamed.
  if (response.headers.get("content-type") === "application/wasm") {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
