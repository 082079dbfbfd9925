/** Where providers keep their words: Stripe and EasyPost, Mollie and OPERA, Mews, Sendcloud, OAuth. */
const FIELDS = ['message', 'Message', 'detail', 'title', 'error_description', 'error', 'errors'];

/** The words of an answer that says no; null where it has none that are known. */
export function refusalWords(body: Buffer): string | null {
  try {
    return wordsIn(JSON.parse(body.toString('utf8')), 0);
  } catch {
    return null;
  }
}

function wordsIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.trim() || null;
  if (typeof value !== 'object' || value === null || depth === 4) return null;
  if (Array.isArray(value)) return wordsIn(value[0], depth + 1);
  for (const name of FIELDS) {
    const words = Object.hasOwn(value, name) ? wordsIn((value as Record<string, unknown>)[name], depth + 1) : null;
    if (words !== null) return words;
  }
  return null;
}
