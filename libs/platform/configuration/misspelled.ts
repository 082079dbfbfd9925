import { closest, distance } from 'fastest-levenshtein';

/** At most this many letters off; shorter names allow fewer, as `HOME` is no misspelled `HOST`. */
const MOST = 2;

/**
 * Warnings about variables that are none of the service's and nearly one, such as `SMPT_URL`: nobody would notice otherwise, since an
 * environment holds many that are not the service's.
 */
export function misspelled(given: readonly string[], known: readonly string[]): string[] {
  const names = new Set(known);
  return given
    .filter((name) => !names.has(name))
    .flatMap((name) => {
      // Windows takes any case; files of settings may begin with a BOM, and their lines with a shell's word.
      const usual = name
        .replace(/^\ufeff|^export\s+/, '')
        .toUpperCase()
        .replaceAll('-', '_');
      if (names.has(usual)) return [`${name} (${usual}?)`];
      if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return [];
      // A variable that is no secret is read from no file, though others are.
      const plain = name.replace(/_FILE$/, '');
      if (names.has(plain)) return [`${name} (${plain}?)`];
      const meant = closest(name, known);
      return distance(name, meant) <= Math.min(MOST, Math.floor(name.length / 4)) ? [`${name} (${meant}?)`] : [];
    });
}
