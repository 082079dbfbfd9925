import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Page } from '#platform/kernel';
import { linksOf, type PagingParameters } from './links.js';

/**
 * The form of a list in a response: `whole` is an array that is paged only on request, `paged` an array that is always a page, and
 * anything else the name of the array in the envelope of a page (decisions.md, sections 3 and 9).
 */
export type ListForm = 'whole' | 'paged' | (string & {});

/** The JSON of a record. */
export class Written<Body> {
  declare readonly of: Body;

  constructor(readonly json: string) {}
}

/** A page to be returned: the paging parameters, the records, and the `Link` header for a URL. */
export class Listing<Body> {
  constructor(
    readonly asked: PagingParameters,
    readonly page: Page<Body | Written<Body>>,
    readonly links: (url: string) => string,
  ) {}
}

/**
 * The JSON of records, made once of each row: for rows that are kept and returned again.
 * @param isNew whether the record of a row is another each time
 */
export function writtenOnce<Row extends object, Body>(
  record: (row: Row) => Body,
  isNew: (row: Row) => boolean = () => false,
): (row: Row) => Written<Body> {
  const made = new WeakMap<Row, Written<Body>>();
  return (row) => {
    const known = made.get(row);
    if (known) return known;
    const written = new Written<Body>(JSON.stringify(record(row)));
    if (!isNew(row)) made.set(row, written);
    return written;
  };
}

/** Maximum records made at a time; a thousand would keep all other calls waiting. */
const IN_ONE_GO = 100;

/**
 * A handler's answer for a list: its endpoint turns it into an array or envelope, and headers.
 * @param idOf returns the `after` of the next page, where the listing supports it
 */
export async function listing<Row, Body>(
  asked: PagingParameters,
  page: Page<Row>,
  record: (row: Row) => Body | Written<Body>,
  idOf?: (row: Row) => number | string,
): Promise<Listing<Body>> {
  const records: (Body | Written<Body>)[] = [];
  for (const row of page.records) {
    if (records.length > 0 && records.length % IN_ONE_GO === 0) await turnOfEventLoop();
    records.push(record(row));
  }
  return new Listing(asked, { ...page, records }, (url) => linksOf(url, asked, page, idOf));
}
