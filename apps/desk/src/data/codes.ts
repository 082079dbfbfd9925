/** A code as it was read. */
export interface Code {
  text: string;
  /** The same where the keyboard has another language than the scanner. */
  typed: string;
  /** Whether it was read by a camera or a scanner. */
  isScanned: boolean;
}

/**
 * The number of an item in the code of its label: its whole address, wherever the service is, or `demo:1/4575`. Scanners and labels of
 * other programs write capitals, and may leave `https://` out.
 */
const ITEM = /^(?:(?:(?:https?:\/\/)?[^/\s]+)?(?:\/[^?#]*)?\/?\bi\/)?[^/\s:]+:[^/\s]+\/(\d+)\/?(?:[?#].*)?$/i;
const SHELF = /\/desk\/find\/?\?(\S*)$/i;

/** Characters that scanners put around a code: control characters, and the kind of the code in front (`]Q3`, ISO 15424). */
const AROUND = /^\p{Cc}*\][A-Z][\dA-F]|\p{Cc}/giu;

/** The page of the desk that the code of a label leads to: of an item, or of a storage place; null where it is another code. */
export function pageOf(code: string): string | null {
  const text = plain(code);
  const itemID = ITEM.exec(text)?.[1];
  if (itemID) return `/items/${itemID}`;
  const shelf = shelfIn(text);
  return shelf ? `/find?${shelf}` : null;
}

/** The storage place of this label. */
export function shelfOf(code: string): number | null {
  return Number(new URLSearchParams(shelfIn(plain(code))).get('storagePlaceID')) || null;
}

/** The query in the label of a storage place, as it was printed. */
function shelfIn(text: string): string | undefined {
  return SHELF.exec(text)?.[1]
    ?.replace(/\bstoragePlaceID=/i, 'storagePlaceID=')
    .replace(/\blocationID=([^&]*)/i, (_, locationID: string) => `locationID=${locationID.toLowerCase()}`);
}

/** The code without what a scanner puts around it. */
export function bare(code: string): string {
  return code.replace(AROUND, '').trim();
}

function plain(code: string): string {
  const text = bare(code);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The signs of an American keyboard beside letters and digits, plain and with Shift: what scanners type by. */
const SIGNS: Record<string, string> = {
  ...{ Slash: '/?', Semicolon: ';:', Minus: '-_', Equal: '=+', Period: '.>', Comma: ',<', Quote: '\'"', Space: '  ' },
  ...{ Digit1: '1!', Digit2: '2@', Digit3: '3#', Digit4: '4$', Digit5: '5%', Digit6: '6^', Digit7: '7&', Digit8: '8*' },
  ...{ Digit9: '9(', Digit0: '0)', BracketLeft: '[{', BracketRight: ']}', Backslash: '\\|', Backquote: '`~' },
};

/**
 * The sign that a key types on an American keyboard, whatever the language of this one; undefined for keys that type nothing. Digits with
 * Alt are a sign by its number.
 */
export function signOf({ code, shiftKey, altKey }: { code: string; shiftKey: boolean; altKey: boolean }): string | undefined {
  if (altKey) return undefined;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return SIGNS[code]?.[shiftKey ? 1 : 0] ?? /^Numpad(\d)$/.exec(code)?.[1];
}
