import { useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { ItemRecord } from '#client';
import type { Code } from '../../data/codes.js';
import { may } from '../../session/session.js';
import { t } from '../../texts/texts.js';
import { Button } from '../button.js';
import { CodeInput } from '../code-input.js';
import { DialogButton } from '../dialog.js';
import { start } from '../press.js';
import { Trouble } from '../trouble.js';
import { type Shelf, shelfRead, usePut, useShelves } from './shelves.js';

/** A shelf of a Location: its label is scanned, its code typed, or it is chosen from those with names that have what was typed. */
export function ShelfChoice({ locationID, choose }: { locationID: string; choose: (shelf: Shelf) => unknown }) {
  const shelves = useShelves(locationID);
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [error, setError] = useState<unknown>(null);
  const sought = words.trim().toLowerCase();
  const shown = shelves.filter(({ code, path }) => `${code} ${path}`.toLowerCase().includes(sought));
  const take = async (shelf: Shelf) => {
    setError(null);
    await Promise.resolve(choose(shelf)).catch(setError);
  };
  const read = async (code: Code) => {
    const shelf = shelfRead(code, shelves) ?? (shown.length === 1 ? shown[0] : undefined);
    if (shelf) return take(shelf);
    setWords(code.text);
  };
  return (
    <>
      <Trouble error={error} />
      <CodeInput
        field={field}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        placeholder={t('shelf.scan')}
        aria-label={t('shelf.scan')}
        autocomplete="off"
        onRead={(code) => start(field, () => read(code), code.text)}
      />
      {shown.length === 0 && <p class="empty">{sought ? t('find.nothing', { q: words.trim() }) : t('shelf.none')}</p>}
      <ul class="rows shelves">
        {shown.map((shelf) => (
          <li key={shelf.ID} class="row">
            <Button class="main quiet" onClick={() => take(shelf)}>
              <bdi>{shelf.path}</bdi> <span class="count">{shelf.code}</span>
            </Button>
          </li>
        ))}
      </ul>
      {may('storage-places.edit') && <Link href="/places">{t('people.places')}</Link>}
    </>
  );
}

/** A button that puts items of one Location on a shelf. @param props.done what follows */
export function ShelfButton(props: { items: readonly ItemRecord[]; class?: string; done?: () => void }) {
  const { items } = props;
  const put = usePut();
  const title = t('shelf.put');
  const areTogether = items.every(({ locationID }) => locationID === items[0]!.locationID);
  return (
    <DialogButton text={title} title={title} class={props.class}>
      {(close) =>
        areTogether ? (
          <ShelfChoice
            locationID={items[0]!.locationID}
            choose={async (shelf) => {
              await put(items, shelf);
              close();
              props.done?.();
            }}
          />
        ) : (
          <p class="notice">{t('shelf.together')}</p>
        )
      }
    </DialogButton>
  );
}
