import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { getImportErrors, importItems, listImports } from '#client';
import { Field } from '../parts/field.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { moment } from '../texts/format.js';
import { named, type TextKey, t } from '../texts/texts.js';
import { COLUMNS, guessed, headerOf, type Meant } from './columns.js';

const DATES = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

const FIELDS: Record<Meant, TextKey> = {
  item: 'fact.item',
  location: 'fact.location',
  departuredDate: 'fact.departure',
  foundAt: 'fact.found',
  itemStorage: 'fact.place',
  brand: 'fact.brand',
  colors: 'fact.colors',
  'owner.firstName': 'owner.firstName',
  'owner.lastName': 'owner.lastName',
  'owner.contactEmail': 'owner.email',
  'owner.phoneNumber': 'owner.phone',
  'owner.reservationNumber': 'owner.reservationNumber',
  internalNotes: 'fact.notes',
};

/** Finds from a spreadsheet: tried first, then in earnest; refused rows come back to be mended. */
export function Imports({ locationID }: { locationID: string }) {
  const key = ['imports'];
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [columns, setColumns] = useState<Record<string, Meant | null>>({});
  const { data = [] } = useQuery({
    queryKey: key,
    refetchInterval: 3_000,
    queryFn: () => ask(listImports({ client, query: { limit: 5 } })),
  });

  async function upload(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const body = {
      file: form.get('file') as File,
      dryRun: form.get('dryRun') === 'on',
      notify: form.get('notify') === 'on',
      dateFormat: form.get('dateFormat') as (typeof DATES)[number],
      columns: JSON.stringify(columns),
      locationID,
    };
    setError(null);
    await ask(importItems({ client, body })).catch(setError);
    await queries.invalidateQueries({ queryKey: key });
  }

  async function download(importID: number) {
    const text = await ask(getImportErrors({ client, path: { importID }, query: { format: 'rows' }, parseAs: 'text' }));
    const link = Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(new Blob([String(text)], { type: 'text/csv' })),
      download: `import-${importID}.csv`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <section>
      <h2>{t('import.title')}</h2>
      <ul class="rows">
        {data.map((one) => (
          <li key={one.ID} class="row">
            <span class="what">
              <strong>{moment(one.createdAt)}</strong>
              <span class="facts">
                {[
                  one.dryRun && t('import.dryRun'),
                  named('status', `import-${one.status}`),
                  t('import.counts', { accepted: one.accepted, refused: one.refused }),
                  one.dryRun && one.wouldNotify > 0 && t('import.wouldNotify', { count: one.wouldNotify }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {one.refused > 0 && (
              <button type="button" onClick={() => void download(one.ID).catch(setError)}>
                {t('import.errors')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <form class="inline" onSubmit={upload}>
        <Trouble error={error} />
        <Field label={t('import.file')}>
          <input
            name="file"
            type="file"
            accept=".csv,text/csv"
            required
            onChange={async ({ currentTarget: { files } }) => setColumns(files?.[0] ? guessed(await headerOf(files[0])) : {})}
          />
        </Field>
        {Object.entries(columns).map(([name, meant]) => (
          <Field key={name} label={name}>
            <select
              value={meant ?? ''}
              onChange={({ currentTarget: { value } }) => setColumns({ ...columns, [name]: (value || null) as Meant | null })}
            >
              <option value="">{t('import.leaveOut')}</option>
              {COLUMNS.map((one) => (
                <option key={one} value={one}>
                  {t(FIELDS[one])}
                </option>
              ))}
            </select>
          </Field>
        ))}
        <Field label={t('import.dates')}>
          <select name="dateFormat">
            {DATES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </Field>
        <label class="check">
          <input type="checkbox" name="notify" /> {t('import.notify')}
        </label>
        <label class="check">
          <input type="checkbox" name="dryRun" defaultChecked /> {t('import.dryRun')}
        </label>
        <button type="submit">{t('import.send')}</button>
      </form>
    </section>
  );
}
