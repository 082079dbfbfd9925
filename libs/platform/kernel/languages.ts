import { LRUCache } from 'lru-cache';

/** A language as it is read: who reads one script does not read the other, and regions differ little. */
interface Tongue {
  language: string;
  script: string | undefined;
  region: string | undefined;
}

/** Both ways to write Norwegian, and their common code. */
const NORWEGIAN = ['nb', 'nn', 'no'];

/**
 * The closest of some language codes to a tag of BCP 47, in whatever case: the language in the same script, best in the same region, else
 * in none. `zh-TW`, `zh-HK` and `zh-Hant` are not `zh`, which is simplified; `nb` and `no` are one. Null where none is it.
 */
export function closestLanguage<Code extends string>(tag: string, codes: readonly Code[]): Code | null {
  const wanted = tongueOf(tag);
  if (!wanted) return null;
  const alike = codes.flatMap((code) => {
    const known = tongueOf(code);
    return known?.language === wanted.language && known.script === wanted.script ? [{ code, region: known.region }] : [];
  });
  const best =
    alike.find(({ region }) => region === wanted.region) ?? alike.find(({ region }) => region === undefined) ?? alike[0];
  return best?.code ?? null;
}

/**
 * The wishes of a browser, best first, without those that it adds by itself: `zh` behind `zh-TW` says the language once more, and not that
 * its reader reads the other script.
 */
export function ownWishes(tags: readonly string[]): string[] {
  return tags.filter((tag, index) => {
    const before = tags.slice(0, index).filter((one) => one.toLowerCase().startsWith(`${tag.toLowerCase()}-`));
    return before.length === 0 || before.some((one) => tongueOf(one)?.script === tongueOf(tag)?.script);
  });
}

function tongueOf(tag: string): Tongue | null {
  const known = seen.get(tag);
  if (known) return known.tongue;
  const tongue = readTongue(tag);
  seen.set(tag, { tongue });
  return tongue;
}

function readTongue(tag: string): Tongue | null {
  try {
    // As systems name it, `de_DE@euro`, and with the language of a family behind its family, `zh-cmn-Hans`.
    const plain = tag.replace(/[.@].*$/s, '').replaceAll('_', '-');
    const named = new Intl.Locale(plain.replace(/^zh-(?=(?:cmn|yue)(?:-|$))/i, ''));
    const { language, script } = named.maximize();
    return { language: NORWEGIAN.includes(language) ? 'nb' : language, script, region: named.region };
  } catch {
    return null;
  }
}

const seen = new LRUCache<string, { tongue: Tongue | null }>({ max: 500 });
