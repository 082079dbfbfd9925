/** Where providers keep their words: Stripe and EasyPost, Mollie and OPERA, Mews, Sendcloud, OAuth. */
const FIELDS = ['message', 'Message', 'detail', 'title', 'error_description', 'error', 'errors'];

/** The words of an answer that says no; null where it has none that are known. */
export function refusalWords(body: Buffer): string | null {
  try {
    return wordsIn(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

/** The words in a value of an answer, however deep. */
export function wordsIn(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() || null;
  if (typeof value !== 'object' || value === null || depth === 4) return null;
  if (Array.isArray(value)) return wordsIn(value[0], depth + 1);
  for (const name of FIELDS) {
    const words = Object.hasOwn(value, name) ? wordsIn((value as Record<string, unknown>)[name], depth + 1) : null;
    if (words !== null) return withField(value as Refusal, words);
  }
  return null;
}

/** The words behind the name of the field that they are about, where the answer names one and they do not. */
function withField(value: Refusal, words: string): string {
  const path = [value.source?.pointer, value.field, value.param, value.errors?.[0]?.field].find((one) => typeof one === 'string');
  const field = String(path ?? '')
    .match(/[a-z_]\w*/gi)
    ?.at(-1);
  return field === undefined || words.includes(field) ? words : `${field}: ${words}`;
}

/** Where providers keep the name of a field: Sendcloud, Mollie, Stripe, EasyPost. */
interface Refusal {
  source?: { pointer?: unknown };
  field?: unknown;
  param?: unknown;
  errors?: { field?: unknown }[];
}
