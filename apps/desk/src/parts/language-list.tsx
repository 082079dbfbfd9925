import { chooseLanguage, LANGUAGES, type Language, t, useLanguage } from '../texts/texts.js';

/** The twelve languages, each by its own name. */
export function LanguageList() {
  const language = useLanguage();
  return (
    <label class="field">
      <span>{t('language')}</span>
      <select value={language} onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}>
        {LANGUAGES.map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
