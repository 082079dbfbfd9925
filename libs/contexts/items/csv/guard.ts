/** Characters that begin a formula in a spreadsheet, and the mark before a text that looked like one. */
const GUARDED = /^[=+\-@\t\r']/;
const GUARD = /^'(?=[=+\-@\t\r'])/;

/** The text with a `'` in front where a spreadsheet would calculate it (decisions.md, section 10, Export). */
export function guarded(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text;
}

/** The text that was guarded. A `'` in front of anything else was written by a person and stays: `'s-Hertogenbosch`. */
export function unguarded(cell: string): string {
  return cell.replace(GUARD, '');
}
