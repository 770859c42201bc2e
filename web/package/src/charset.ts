/** Character sets of SGF. The module has no tables of them, which every browser has. */

/** No name of a character set is longer. */
const LONGEST = 40;

/**
 * SGF that is not UTF-8, in UTF-8 if all the character sets known here that its `CA` name are one.
 * Everything else is left as it is.
 */
export function inUtf8(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes;
  const text = new TextDecoder("latin1").decode(bytes);
  // RenLib begins with this byte.
  if (bytes[0] === 0xff || !/\(\s*;/.test(text)) return bytes;
  const named = text.matchAll(new RegExp(`CA\\[([^\\]]{1,${LONGEST}})`, "g"));
  const sets = new Set(Array.from(named, ([, name = ""]) => encodingOf(name)).filter(Boolean));
  const [set] = sets;
  if (sets.size !== 1 || !set || set.startsWith("utf-")) return bytes;
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
    return new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
}
