import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { chooseLocationLanguages, type LanguageRecord, listLanguages } from '#client';
import { useLocationLanguages } from '../../data/records.js';
import { sayTrouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { languageName } from '../../texts/format.js';
import { t } from '../../texts/texts.js';

/** The languages that guests of a Location are written to in, and the one where nothing else is known. */
export function Languages({ locationID }: { locationID: string }) {
  const queries = useQueryClient();
  const all =
    useQuery({ queryKey: ['languages'], queryFn: () => ask(listLanguages({ client, query: { limit: 100 } })) }).data ?? [];
  const { data: own = [] } = useLocationLanguages(locationID);
  const chosen = (one: LanguageRecord) => own.some(({ ID }) => ID === one.ID);
  const standard = own.find((one) => one.default)?.ID;

  async function choose(languageIDs: number[], defaultLanguageID: number) {
    const body = { languageIDs, defaultLanguageID };
    await ask(chooseLocationLanguages({ client, path: { locationID }, body })).catch(sayTrouble);
    await queries.invalidateQueries({ queryKey: ['languages', locationID] });
  }

  const ids = own.map(({ ID }) => ID);
  const mayChange = may('locations.edit') && standard !== undefined;
  return (
    <section class="panel">
      <header>
        <h2>{t('people.languages')}</h2>
      </header>
      <ul class="rows">
        {all.map((one) => (
          <li key={one.ID} class="row between">
            <label class="check">
              <input
                type="checkbox"
                checked={chosen(one)}
                disabled={!mayChange || one.ID === standard}
                onChange={() => void choose(chosen(one) ? ids.filter((ID) => ID !== one.ID) : [...ids, one.ID], standard!)}
              />
              {languageName(one.code) ?? one.language}
            </label>
            {chosen(one) && (
              <label class="check">
                <input
                  type="radio"
                  name="default"
                  checked={one.ID === standard}
                  disabled={!mayChange}
                  onChange={() => void choose(ids, one.ID)}
                />
                {t('people.standard')}
              </label>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
