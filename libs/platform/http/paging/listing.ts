import type { Page } from '#platform/kernel';
import { type Asked, linksOf } from './links.js';

/**
 * How a list is given: `whole` is an array that is cut only when a page is asked for, `paged` an array that is always a page, and
 * any other the name of the array in the envelope of a page (decisions.md, sections 3 and 9).
 */
export type ListForm = 'whole' | 'paged' | (string & {});

/** A page on its way out: what was asked, what was found, and the `Link` header of an address. */
export class Listing<Body> {
  constructor(
    readonly asked: Asked,
    readonly page: Page<Body>,
    readonly links: (url: string) => string,
  ) {}
}

/**
 * What a handler returns for a list: its endpoint makes the array or envelope of it, and its headers.
 * @param idOf gives the `after` of the next page where the listing supports it
 */
export function listing<Row, Body>(
  asked: Asked,
  page: Page<Row>,
  record: (row: Row) => Body,
  idOf?: (row: Row) => number | string,
): Listing<Body> {
  const shown = { ...page, records: page.records.map(record) };
  return new Listing(asked, shown, (url) => linksOf(url, asked, page, idOf));
}
