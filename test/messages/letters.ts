import { formsOf, MESSAGE_KINDS, preview } from '#contexts/messages';
import { LANGUAGES, type PageLanguage, VARIANTS } from '#contexts/texts';

export const languages = [...(Object.keys(LANGUAGES) as PageLanguage[]), ...VARIANTS];

/** Every letter of a language by its kind and what it says. */
export function lettersIn(language: PageLanguage): [name: string, letter: ReturnType<typeof preview>][] {
  return MESSAGE_KINDS.flatMap((kind) =>
    Object.entries(formsOf(language, kind)).map(([name, form]): [string, ReturnType<typeof preview>] => [
      `${kind}, ${name}`,
      preview(language, kind, 'https://lost.example.com', form),
    ]),
  );
}
