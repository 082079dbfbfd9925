import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { getImportErrors, importItems, listImports } from '#client';
import { Field } from '../parts/field.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { moment } from '../texts/format.js';
import { named, t } from '../texts/texts.js';

/** Finds from a spreadsheet: tried first, then in earnest; refused rows come back to be mended. */
export function Imports({ locationID }: { locationID: string }) {
  const key = ['imports'];
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const { data = [] } = useQuery({
    queryKey: key,
    refetchInterval: 3_000,
    queryFn: () => ask(listImports({ client, query: { limit: 5 } })),
  });

  async function upload(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const body = { file: form.get('file') as File, dryRun: form.get('dryRun') === 'on', locationID };
    setError(null);
    await ask(importItems({ client, body })).catch(setError);
    await queries.invalidateQueries({ queryKey: key });
  }

  async function download(importID: number) {
    const text = await ask(getImportErrors({ client, path: { importID }, parseAs: 'text' }));
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
          <input name="file" type="file" accept=".csv,text/csv" required />
        </Field>
        <label class="check">
          <input type="checkbox" name="dryRun" defaultChecked /> {t('import.dryRun')}
        </label>
        <button type="submit">{t('import.send')}</button>
      </form>
    </section>
  );
}
