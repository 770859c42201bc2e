/** Character sets of SGF. The module has no tables of them, which every browser has. */

/** UTF-8, which the bytes are not, and the sets in which the bytes of ASCII mean something else. */
const NOT_ASCII = /^(utf-|iso-2022-)/;

/**
 * SGF that is not UTF-8, in UTF-8 if all the character sets known here that its `CA` name are one.
 * Everything else is left as it is.
 */
export function inUtf8(bytes: Uint8Array): Uint8Array {
  // RenLib begins with this byte.
  if (bytes[0] === 0xff || isUtf8(bytes)) return bytes;
  const text = new TextDecoder("latin1").decode(bytes);
  if (!/\(\s*;/.test(text)) return bytes;
  // No name is longer.
  const named = text.matchAll(/CA\[(?=([^\]]{1,40}))/g);
  const sets = new Set(Array.from(named, ([, name = ""]) => encodingOf(name)).filter(Boolean));
  const [set] = sets;
  if (sets.size !== 1 || !set || NOT_ASCII.test(set)) return bytes;
  return new TextEncoder().encode(new TextDecoder(set).decode(bytes));
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The encoding of a name; undefined if it is none. */
function encodingOf(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
