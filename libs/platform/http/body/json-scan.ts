/** A JSON body may have this many brackets and keys (decisions.md, section 4). */
const MOST = 40_000;

const [QUOTE, BACKSLASH, COLON, BRACKET, BRACE] = [0x22, 0x5c, 0x3a, 0x5b, 0x7b];

/**
 * Whether a JSON text has more arrays, objects and keys than any that is meant: 350,000 empty arrays are 1 MiB, and hold the process up for up to a
 * second, parsing and collecting garbage. Reads the bytes once; what stands in strings does not count.
 * @param json in UTF-8, valid or not
 */
export function isOvergrown(json: Uint8Array): boolean {
  if (json.length <= MOST) return false;
  let count = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if ((byte === BRACKET || byte === BRACE || byte === COLON) && ++count > MOST) return true;
  }
  return false;
}
