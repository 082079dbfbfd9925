/** The signs that separate cells unless a first line says another. */
const USUAL = [',', ';', '\t'];

/**
 * A first line that says the separator, as spreadsheet programs write and read it: alone, in quotes, or with the separator behind it. A
 * program that puts it in front of a file leaves the byte order mark behind it.
 */
const SAID = /^(?:sep=([!#-/:-@[-`{-~\t])\1*|"sep=([!#-/:-@[-`{-~\t])"\2*)[ \t]*(?:\r\n?|\n|$)(?:\xef\xbb\xbf)?/i;

/** The first line in which PowerShell says what its objects were, and where it ends. */
const TYPE = /^"?#TYPE [^\s,;"]+"?[ \t]*(?:\r\n?|\n|$)/;

/** The bytes of a line before all others that says nothing of the file. */
export function typeLine(text: Buffer): number {
  return TYPE.exec(text.toString('latin1'))?.[0].length ?? 0;
}

/** The separator that the first line says, and the bytes of that line; null where it says none. */
export function separatorLine(text: Buffer): { delimiter: string; length: number } | null {
  const [line, plain, quoted] = SAID.exec(text.toString('latin1')) ?? [];
  return line === undefined ? null : { delimiter: (plain ?? quoted)!, length: line.length };
}

/** The separator that stands most often outside of quotes in the first line that is not blank. */
export function delimiterOf(text: Buffer): string {
  const lines = text
    .toString('latin1')
    .replaceAll(/"[^"]*"/g, '""')
    .split(/[\r\n]/);
  const line = lines.find((one) => /[^,; \t]/.test(one)) ?? '';
  const counted = USUAL.map((sign) => ({ sign, times: line.split(sign).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).sign;
}

/** The separator of a file that is made from one with another. */
export function usual(delimiter: string): string {
  return USUAL.includes(delimiter) ? delimiter : ',';
}
