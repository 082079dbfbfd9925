import type { Page } from '#platform/kernel';

/** The paging parameters of a request; without `limit` the whole list is returned. */
export interface PagingParameters {
  limit?: number;
  page: number;
  after?: number | string;
}

/**
 * The `Link` header of a page (RFC 8288: `first`, `prev`, `next` where they exist); links are absolute paths and keep the other query
 * parameters.
 */
export function linksOf<T>(url: string, asked: PagingParameters, page: Page<T>, idOf?: (record: T) => number | string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const link = (rel: string, name: 'page' | 'after', value: string | number) => {
    const parameters = new URLSearchParams(query);
    parameters.delete('page');
    parameters.delete('after');
    parameters.set(name, String(value));
    return `<${path}?${parameters}>; rel="${rel}"`;
  };
  const links = [link('first', 'page', 1)];
  if (asked.after === undefined && asked.page > 1) links.push(link('prev', 'page', asked.page - 1));
  const last = page.records.at(-1);
  if (page.hasMore && last !== undefined) {
    links.push(idOf ? link('next', 'after', idOf(last)) : link('next', 'page', asked.page + 1));
  }
  return links.join(', ');
}
