import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { getImportErrors, importItems, listImports } from '#client';
import { Button } from '../parts/button.js';
import { fieldName } from '../data/fields.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Options } from '../parts/options.js';
import { Row } from '../parts/row.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { moment } from '../texts/format.js';
import { named, t } from '../texts/texts.js';
import { COLUMNS, guessed, headerOf, type Meant } from './columns.js';

const DATES = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

/** Finds from a spreadsheet: tried first, then in earnest; refused rows come back to be mended. */
export function Imports({ locationID }: { locationID: string }) {
  const key = ['imports'];
  const queries = useQueryClient();
  const [columns, setColumns] = useState<Record<string, Meant | null>>({});
  const { data = [] } = useQuery({
    queryKey: key,
    refetchInterval: 3_000,
    queryFn: () => ask(listImports({ client, query: { limit: 5 } })),
  });

  async function upload(given: FormData) {
    const body = {
      file: given.get('file') as File,
      dryRun: given.get('dryRun') === 'on',
      notify: given.get('notify') === 'on',
      dateFormat: given.get('dateFormat') as (typeof DATES)[number],
      columns: JSON.stringify(columns),
      locationID,
    };
    await ask(importItems({ client, body }));
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
    <section class="panel">
      <header>
        <h2>{t('import.title')}</h2>
      </header>
      <ul class="rows">
        {data.map((one) => (
          <Row
            key={one.ID}
            title={moment(one.createdAt)}
            facts={[
              one.dryRun && t('import.dryRun'),
              named('status', `import-${one.status}`),
              t('import.counts', { accepted: one.accepted, refused: one.refused }),
              one.dryRun && one.wouldNotify > 0 && t('import.wouldNotify', { count: one.wouldNotify }),
            ]}
          >
            {one.refused > 0 && <Button onClick={() => download(one.ID)}>{t('import.errors')}</Button>}
          </Row>
        ))}
      </ul>
      <Form class="inline" send={upload}>
        <Field label={t('import.file')} path="file">
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
              <Options
                of={[[null, t('import.leaveOut')], ...COLUMNS.map((one) => [one, fieldName(one)] as const)]}
                chosen={meant}
              />
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
        <Button type="submit">{t('import.send')}</Button>
      </Form>
    </section>
  );
}
