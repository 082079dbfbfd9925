/** The code that a tag such as `pt-BR` means: the same, else of the same language in the same script, best without a region. */
export function closest<Code extends string>(tag: string, codes: readonly Code[]): Code | undefined {
  const theirs = localeOf(tag);
  const alike = codes.filter((code) => {
    const ours = localeOf(code);
    return theirs !== null && ours?.language === theirs.language && ours.script === theirs.script;
  });
  return codes.find((code) => code === tag) ?? alike.find((code) => !code.includes('-')) ?? alike[0];
}

/** Tags without a language that a browser adds by itself: `zh` behind `zh-TW` does not say that its reader reads the other writing. */
export function ownWishes(tags: readonly string[]): string[] {
  const script = (tag: string) => localeOf(tag)?.script;
  return tags.filter((tag, index) => {
    const before = tags.slice(0, index).filter((one) => one.startsWith(`${tag}-`));
    return before.length === 0 || before.some((one) => script(one) === script(tag));
  });
}

/** Null of what is no tag, which some browsers on Linux have. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}
