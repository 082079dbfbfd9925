/**
 * Beginnings of what a spreadsheet would calculate, and of what was guarded. A quote before them is doubled in a CSV, which a reader with
 * another separator takes for an empty text in quotes.
 */
const SIGN = String.raw`(?="?[=+\-@\t\r'])`;

/** Where the text begins, and where a cell begins for a reader with another separator. */
const IN_COMMAS = String.raw`(?<=^|[;\t\n\r])`;
const IN_OTHERS = String.raw`(?<=^|[,;\t\n\r])`;

const [UNGUARDED, GUARDS] = ['', "'"].map((guard) => ({
  commas: new RegExp(IN_COMMAS + guard + SIGN, 'g'),
  others: new RegExp(IN_OTHERS + guard + SIGN, 'g'),
}));

/**
 * The text with a `'` in front, and within it wherever another cell could begin, where a spreadsheet would calculate what follows
 * (decisions.md, section 10, Export).
 * @param delimiter what separates the cells of the file
 */
export function guarded(text: string, delimiter: string): string {
  return text.replace(UNGUARDED![delimiter === ',' ? 'commas' : 'others'], "'");
}

/** The text that was guarded. A `'` in front of anything else was written by a person and stays: `'s-Hertogenbosch`. */
export function unguarded(cell: string, delimiter: string): string {
  return cell.replace(GUARDS![delimiter === ',' ? 'commas' : 'others'], '');
}
