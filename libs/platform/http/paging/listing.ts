import type { Page } from '#platform/kernel';
import { linksOf, type PagingParameters } from './links.js';

/**
 * The form of a list in a response: `whole` is an array that is paged only on request, `paged` an array that is always a page, and
 * anything else the name of the array in the envelope of a page (decisions.md, sections 3 and 9).
 */
export type ListForm = 'whole' | 'paged' | (string & {});

/** A page to be returned: the paging parameters, the records, and the `Link` header for a URL. */
export class Listing<Body> {
  constructor(
    readonly asked: PagingParameters,
    readonly page: Page<Body>,
    readonly links: (url: string) => string,
  ) {}
}

/**
 * What a handler returns for a list: its endpoint turns it into an array or envelope, and headers.
 * @param idOf returns the `after` of the next page, where the listing supports it
 */
export function listing<Row, Body>(
  asked: PagingParameters,
  page: Page<Row>,
  record: (row: Row) => Body,
  idOf?: (row: Row) => number | string,
): Listing<Body> {
  const records = { ...page, records: page.records.map(record) };
  return new Listing(asked, records, (url) => linksOf(url, asked, page, idOf));
}
