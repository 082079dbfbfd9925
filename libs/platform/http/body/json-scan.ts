/** A JSON body may have this many brackets and keys (decisions.md, section 4). */
const MOST = 40_000;

const [QUOTE, BACKSLASH, COLON, BRACKET, BRACE] = [0x22, 0x5c, 0x3a, 0x5b, 0x7b];

/**
 * Finds, while it arrives, a JSON text with more arrays, objects and keys than anybody means to send: 350,000 empty arrays are 1 MiB, and
 * hold the process up for up to a second, parsing and collecting garbage. Each byte is read once; the contents of strings do not count.
 */
export class JsonScan {
  private count = 0;
  /** How many keys there were by now. */
  keys = 0;
  private inString = false;
  private isEscaped = false;

  /** @param part the next bytes of a text in UTF-8, valid or not. @returns whether there are too many by now */
  isOvergrown(part: Uint8Array): boolean {
    let { count, keys, inString } = this;
    let at = this.isEscaped ? 1 : 0;
    for (; at < part.length && count <= MOST; at++) {
      const byte = part[at];
      if (inString) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === BRACKET || byte === BRACE) count++;
      else if (byte === COLON) {
        count++;
        keys++;
      }
    }
    // The second byte of an escape at the end of this part is in the next one.
    this.isEscaped = at > part.length;
    this.count = count;
    this.keys = keys;
    this.inString = inString;
    return count > MOST;
  }
}
