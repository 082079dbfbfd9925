import { useQueryClient } from '@tanstack/preact-query';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { getItem, type ItemRecord } from '#client';
import type { Code } from '../../data/codes.js';
import { pageOfCode } from '../../data/open-code.js';
import { ask, Problem } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { t } from '../../texts/texts.js';
import { Button } from '../button.js';
import { CodeInput } from '../code-input.js';
import { DialogButton } from '../dialog.js';
import { Thumbnail } from '../photo.js';
import { Row } from '../row.js';
import { textOf } from '../trouble.js';
import { ShelfChoice } from './shelf-choice.js';
import { put, putBack, type Shelf, shelfRead, useShelves } from './shelves.js';

/** A code that was scanned, and what came of it. */
interface Scanned {
  key: number;
  code: Code;
  shelf: Shelf;
  /** The item as it was before. */
  item?: ItemRecord;
  state: 'put' | 'taken back' | 'failed';
  says: string;
}

/** A button that puts things away by scanning: the shelf first, then each thing, until the dialog is closed. */
export function ByScan({ locationID }: { locationID: string }) {
  const title = t('shelf.byScan');
  return (
    <DialogButton text={title} title={title}>
      {() => <Scanning locationID={locationID} />}
    </DialogButton>
  );
}

function Scanning({ locationID }: { locationID: string }) {
  const [shelf, choose] = useState<Shelf | null>(null);
  if (shelf) return <Things locationID={locationID} first={shelf} />;
  return (
    <>
      <p>{t('shelf.first')}</p>
      <ShelfChoice locationID={locationID} choose={choose} />
    </>
  );
}

function Things({ locationID, first }: { locationID: string; first: Shelf }) {
  const shelves = useShelves(locationID);
  const field = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const [shelf, setShelf] = useState(first);
  const [scanned, setScanned] = useState<readonly Scanned[]>([]);
  const [said, setSaid] = useState('');
  /** An item that is scanned while another is being put away waits for its turn. */
  const work = useRef({ last: Promise.resolve(), shelf, done: [] as readonly Scanned[] }).current;

  // Before anything is seen: a scanner that is quick loses nothing.
  useLayoutEffect(() => field.current?.focus(), []);

  function keep(one: Scanned) {
    work.done = [one, ...work.done.filter(({ key }) => key !== one.key)];
    setScanned(work.done);
    setSaid(one.says);
  }

  async function take(code: Code, key: number) {
    const other = shelfRead(code, shelves);
    if (other) {
      work.shelf = other;
      setShelf(other);
      return setSaid(other.path);
    }
    const one = { key, code, shelf: work.shelf };
    try {
      const item = await itemOf(code, locationID);
      if (!item) return keep({ ...one, state: 'failed', says: t('shelf.unknown', { code: code.text }) });
      const name = `${item.item}, ${t('item.number', { id: item.ID })}`;
      if (item.storagePlaceID === work.shelf.ID) return setSaid(t('shelf.twice', { item: name }));
      try {
        await put([item.ID], work.shelf.ID);
        keep({ ...one, item, state: 'put', says: name });
      } catch (error) {
        keep({ ...one, item, state: 'failed', says: `${name}${t('colon')} ${textOf(error)}` });
      }
    } catch (error) {
      keep({ ...one, state: 'failed', says: `${code.text}${t('colon')} ${textOf(error)}` });
    }
  }

  const read = (code: Code, key = performance.now()) => {
    if (field.current) field.current.value = '';
    if (code.text.trim() === '') return undefined;
    work.last = work.last.then(() => take(code, key)).then(() => queries.invalidateQueries());
    return work.last;
  };

  async function takeBack(one: Scanned) {
    await putBack([one.item!]);
    keep({ ...one, state: 'taken back', says: `${one.item!.item}${t('colon')} ${t('shelf.takenBack')}` });
    await queries.invalidateQueries();
  }

  const count = scanned.filter(({ state }) => state === 'put').length;
  return (
    <>
      <p>
        <strong>
          <bdi>{shelf.path}</bdi>
        </strong>{' '}
        · {t('shelf.count', { count })}
      </p>
      <CodeInput
        field={field}
        placeholder={t('shelf.next')}
        aria-label={t('shelf.next')}
        autocomplete="off"
        onRead={(code) => void read(code)}
      >
        <p role="status">{said}</p>
      </CodeInput>
      <p role="status">{said}</p>
      <ul class="rows">
        {scanned.map((one) => (
          <Row
            key={one.key}
            image={one.item && <Thumbnail item={one.item} />}
            title={one.item?.item ?? one.code.text}
            facts={[one.item && t('item.number', { id: one.item.ID }), one.shelf.path]}
            below={one.state !== 'put' && <span class={one.state === 'failed' ? 'wrong' : 'facts'}>{one.says}</span>}
          >
            {one.state === 'put' && <Button onClick={() => takeBack(one)}>{t('toast.undo')}</Button>}
            {one.state === 'failed' && <Button onClick={() => read(one.code, one.key)}>{t('waiting.again')}</Button>}
          </Row>
        ))}
      </ul>
    </>
  );
}

/** The item of the label that was read, or that is found by nothing but what was read; null for a code that stands for none. */
async function itemOf(code: Code, locationID: string): Promise<ItemRecord | null> {
  const page = await pageOfCode(code, locationID);
  const itemID = Number(/^\/items\/(\d+)$/.exec(page ?? '')?.[1]);
  if (!itemID) return null;
  return ask(getItem({ client, path: { itemID } })).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  });
}
