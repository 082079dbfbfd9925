import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import { type ItemRecord, listItems, type MeantItemRecord, search } from '#client';
import type { Code } from '../../data/codes.js';
import { filtersIn } from '../../data/filters.js';
import { useHere } from '../../data/here.js';
import { pageOfCode } from '../../data/open-code.js';
import { Button } from '../../parts/button.js';
import { CodeInput } from '../../parts/code-input.js';
import { changing } from '../../parts/depends.js';
import { Page } from '../../parts/page.js';
import { Pages } from '../../parts/pages.js';
import { start } from '../../parts/press.js';
import { Reasons } from '../../parts/reasons.js';
import { ItemRow, RequestRow } from '../../parts/rows.js';
import { ByScan } from '../../parts/shelves/by-scan.js';
import { ShelfButton } from '../../parts/shelves/shelf-choice.js';
import { Trouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { t } from '../../texts/texts.js';
import { Chips } from './chips.js';

/** How long after a key the search is sent, in ms. */
const PAUSE = 150;
const PER_PAGE = 25;

/** Items that were chosen from the list, on whatever page of it. */
type Chosen = ReadonlyMap<number, ItemRecord>;

/** One field over items and Requests; the address holds what is sought. */
export function Find() {
  const query = new URLSearchParams(useSearch());
  const [path, go] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(query.get('q') ?? '');
  const [here] = useHere();
  const at = query.get('locationID') ?? here;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const set = (name: string, value: string) => {
    const { page: _page, ...rest } = changing(Object.fromEntries(query), { [name]: value });
    const next = Object.entries({ ...rest, ...(name === 'page' && { page: value }) }).filter(([, one]) => one);
    go(`${path}?${new URLSearchParams(next)}`, { replace: true });
  };
  // With a keyboard the field is ready before the next key comes, which may be the `n` of a word; on a phone its keys would cover what
  // there is. A list to which Back leads stays where it was.
  useLayoutEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  // Opening the page again from the navigation clears the search.
  useEffect(() => {
    if (!query.has('q')) setWords('');
  }, [query.has('q')]);
  useEffect(() => {
    if (words.trim() === (query.get('q') ?? '')) return;
    const timer = setTimeout(() => set('q', words.trim()), PAUSE);
    return () => clearTimeout(timer);
  });
  async function open(code: Code) {
    const page = await pageOfCode(code, at);
    if (page) go(page);
    else setWords(code.text);
  }
  return (
    <Page
      title={t('find.title')}
      wide
      actions={
        may('items.edit') && (
          <div class="actions">
            {at && <ByScan locationID={at} />}
            <Button aria-pressed={chosen !== null} onClick={() => setChosen(chosen ? null : new Map())}>
              {t('select.start')}
            </Button>
          </div>
        )
      }
    >
      <search>
        <CodeInput
          id="find"
          field={field}
          type="search"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          placeholder={t('find.placeholder')}
          aria-label={t('find.placeholder')}
          autocomplete="off"
          enterkeyhint="search"
          onRead={(code) => start(field, () => open(code))}
        />
        <Chips query={query} set={set} />
      </search>
      <Results query={query} turn={(page) => set('page', page > 1 ? String(page) : '')} chosen={chosen} setChosen={setChosen} />
      {chosen && (
        <div class="save buttons" role="status">
          <span>{t('select.count', { count: chosen.size })}</span>
          {chosen.size > 0 && <ShelfButton items={[...chosen.values()]} class="primary" done={() => setChosen(null)} />}
        </div>
      )}
    </Page>
  );
}

function Results(props: {
  query: URLSearchParams;
  turn: (page: number) => void;
  chosen: Chosen | null;
  setChosen: (chosen: Chosen) => void;
}) {
  const { query, turn, chosen } = props;
  const choosing = (item: ItemRecord) =>
    chosen && {
      isChosen: chosen.has(item.ID),
      choose: (isChosen: boolean) =>
        props.setChosen(
          new Map([...[...chosen].filter(([ID]) => ID !== item.ID), ...(isChosen ? [[item.ID, item] as const] : [])]),
        ),
    };
  const q = query.get('q') ?? '';
  const page = Number(query.get('page') ?? 1);
  const filters = filtersIn(query);
  const isPlain = q !== '' && Object.keys(filters).length === 0 && page === 1;
  const found = useQuery({
    queryKey: ['search', query.toString()],
    placeholderData: keepPreviousData,
    async queryFn() {
      if (isPlain) {
        const found = await ask(search({ client, query: { q, limit: PER_PAGE } }));
        return { ...found, hasMore: found.items.length === PER_PAGE };
      }
      const sought = { ...filters, ...(q && { q }), limit: PER_PAGE, page };
      const { items, hasMore } = await ask(listItems({ client, query: sought }));
      return { items, requests: [], meant: [], hasMore };
    },
  });
  if (found.error) return <Trouble error={found.error} />;
  if (!found.data) return <p aria-busy="true" />;
  const { items, requests, meant, hasMore } = found.data;
  const isNothing = items.length + requests.length === 0;
  return (
    <div aria-live="polite" class={found.isPlaceholderData ? 'old' : undefined}>
      {isNothing && <Nothing q={q} />}
      {requests.length > 0 && items.length > 0 && <h2>{t('find.items')}</h2>}
      {items.length > 0 && (
        <ul class="rows">
          {items.map((item) => (
            <ItemRow key={item.ID} item={item} {...choosing(item)} />
          ))}
        </ul>
      )}
      {requests.length > 0 && (
        <>
          <h2>{t('find.requests')}</h2>
          <ul class="rows">
            {requests.map((request) => (
              <RequestRow key={request.ID} request={request} />
            ))}
          </ul>
          {requests.length === PER_PAGE && <p class="facts">{t('limit.first', { count: PER_PAGE })}</p>}
        </>
      )}
      {meant.length > 0 && <Meant meant={meant} choosing={choosing} />}
      <Pages page={page} hasMore={hasMore} turn={turn} />
      {items.length > 0 && <Link href={`/labels?${labelsOf(query)}`}>{t('labels.found')}</Link>}
    </div>
  );
}

/** All that a search finds, from its first page. */
function labelsOf(query: URLSearchParams): URLSearchParams {
  const { page: _page, ...sought } = Object.fromEntries(query);
  return new URLSearchParams(sought);
}

/** Items that are probably meant although the words don't find them, and why. */
function Meant(props: { meant: readonly MeantItemRecord[]; choosing: (item: ItemRecord) => object | null }) {
  return (
    <>
      <h2>{t('find.meant')}</h2>
      <ul class="rows">
        {props.meant.map(({ item, score, reasonCodes }) => (
          <ItemRow key={item.ID} item={item} {...props.choosing(item)} below={<Reasons score={score} codes={reasonCodes} />} />
        ))}
      </ul>
    </>
  );
}

/** Nothing was found: what a guest seeks is written down instead. */
function Nothing({ q }: { q: string }) {
  return (
    <div class="empty">
      <p>{q ? t('find.nothing', { q }) : t('find.empty')}</p>
      {q && may('requests.edit') && (
        <Link class="button" href={`/requests?seek=${encodeURIComponent(q)}`}>
          {t('request.new')}
        </Link>
      )}
    </div>
  );
}
