import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { getImportErrors, importItems, listImports } from '#client';
import { fieldName } from '../../data/fields.js';
import { useLocationLanguages, useLocations } from '../../data/records.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Options } from '../../parts/options.js';
import { Pages } from '../../parts/pages.js';
import { Row } from '../../parts/row.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { moment } from '../../texts/format.js';
import { named, t } from '../../texts/texts.js';
import { encodingFor } from './code-pages.js';
import { COLUMNS, guessed, type Meant } from './columns.js';
import { ENCODINGS, type Encoding, type Sheet, sheetOf } from './spreadsheet.js';

const DATES = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD', 'DD-MM-YYYY'] as const;
const PER_PAGE = 5;

/** The names that phones and computers have for a CSV: Excel's "Unicode Text" is a .txt, and Android has a name of its own. */
const CSV = '.csv,.txt,.tsv,text/csv,text/comma-separated-values,text/tab-separated-values,text/plain';

/** Finds from a spreadsheet: tried first, then in earnest; refused rows come back to be mended. */
export function Imports({ locationID }: { locationID: string }) {
  const key = ['imports'];
  const [page, turn] = useState(1);
  const queries = useQueryClient();
  const [columns, setColumns] = useState<Record<string, Meant | null>>({});
  const [sheet, setSheet] = useState<(Sheet & { file: File; chosen: Encoding | null }) | null>(null);
  const { data: languages = [] } = useLocationLanguages(locationID);
  const here = useLocations().data?.find((one) => one.locationID === locationID);
  const { data } = useQuery({
    queryKey: [...key, page],
    placeholderData: keepPreviousData,
    refetchInterval: 3_000,
    queryFn: () => ask(listImports({ client, query: { limit: PER_PAGE, page } })),
  });

  /** Shows a file as it is read. @param chosen what it is written in, if a person has said it */
  async function look(file: File | undefined, chosen: Encoding | null = null) {
    const inOrder = languages.toSorted((a, b) => Number(b.default) - Number(a.default)).map(({ code }) => code);
    const usual = encodingFor(inOrder, here?.address.countryID ?? null);
    const seen = file ? { file, chosen, ...(await sheetOf(file, chosen, usual)) } : null;
    setSheet(seen);
    setColumns(seen ? guessed(seen.header) : {});
  }

  async function upload(given: FormData) {
    const body = {
      file: given.get('file') as File,
      // An encoding that nobody has chosen is for the API to find out, which reads the file to its end.
      ...(sheet?.chosen && { encoding: sheet.chosen }),
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
    // Its bytes as they came: spreadsheet programs know UTF-8 by the mark at its beginning, which reading it as text takes away.
    const bytes = await ask(getImportErrors({ client, path: { importID }, query: { format: 'rows' }, parseAs: 'blob' }));
    const link = Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(bytes as unknown as Blob),
      download: `import-${importID}.csv`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  if (!data) return null;
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
      <Pages page={page} hasMore={data.length === PER_PAGE} turn={turn} />
      <Form class="inline" send={upload}>
        <Field label={t('import.file')} path="file">
          <input
            name="file"
            type="file"
            accept={CSV}
            required
            onChange={({ currentTarget: { files } }) => void look(files?.[0])}
          />
        </Field>
        {sheet && (
          <Field label={t('import.encoding')} hint={t('import.encodingHint')} path="encoding">
            <select
              value={sheet.encoding ?? ''}
              onChange={({ currentTarget: { value } }) => void look(sheet.file, (value || null) as Encoding | null)}
            >
              <Options of={[...(sheet.encoding ? [] : [[null, '–'] as const]), ...ENCODINGS]} chosen={sheet.encoding} />
            </select>
          </Field>
        )}
        {Object.entries(columns).map(([name, meant]) => (
          <Field key={name} label={name} hint={sheet ? samples(sheet, name) : undefined}>
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

/** The first cells of a column as they are read. */
function samples({ header, rows }: Sheet, name: string): string {
  const at = header.indexOf(name);
  return rows.map((cells) => cells[at] ?? '').join(' · ');
}
