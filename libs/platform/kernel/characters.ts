const segmenter = new Intl.Segmenter();

/** The characters of a text as people see them: a letter with its marks is one, and so is a flag or a family. */
export function charactersOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/**
 * The beginning of a text for answers and logs, at most so long as JavaScript counts: no character is cut, and what is none is replaced.
 */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  // One with thousands of marks is cut all the same.
  const end = segmenter.segment(text).containing(most)?.index || most;
  return text.slice(0, end).toWellFormed();
}
