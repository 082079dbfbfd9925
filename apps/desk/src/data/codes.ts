/** The number of an item in the code of its label: its whole address, wherever the service is, or `demo:1/4575`. */
const ITEM = /^(?:(?:https?:\/\/[^/]+)?(?:\/[^?#]*)?\/?\bi\/)?[^/\s:]+:[^/\s]+\/(\d+)\/?(?:[?#].*)?$/;
const SHELF = /\/desk\/find\/?\?(\S*)$/;

/** The page of the desk that the code of a label leads to: of an item, or of a storage place; null where it is another code. */
export function pageOf(code: string): string | null {
  const text = decoded(code.trim());
  const itemID = ITEM.exec(text)?.[1];
  if (itemID) return `/items/${itemID}`;
  const shelf = SHELF.exec(text)?.[1];
  return shelf ? `/find?${shelf}` : null;
}

/** The storage place whose label it is. */
export function shelfOf(code: string): number | null {
  return Number(new URLSearchParams(SHELF.exec(decoded(code.trim()))?.[1]).get('storagePlaceID')) || null;
}

function decoded(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** The signs of an American keyboard beside letters and digits, plain and with Shift: what scanners type by. */
const SIGNS: Record<string, string> = {
  ...{ Slash: '/?', Semicolon: ';:', Minus: '-_', Equal: '=+', Period: '.>', Comma: ',<', Quote: '\'"', Space: '  ' },
  ...{ Digit1: '1!', Digit2: '2@', Digit3: '3#', Digit4: '4$', Digit5: '5%', Digit6: '6^', Digit7: '7&', Digit8: '8*' },
  ...{ Digit9: '9(', Digit0: '0)' },
};

/** What a key types on an American keyboard, whatever the language of this one; undefined for keys that type nothing. */
export function signOf({ code, shiftKey }: { code: string; shiftKey: boolean }): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return SIGNS[code]?.[shiftKey ? 1 : 0] ?? /^Numpad(\d)$/.exec(code)?.[1];
}
