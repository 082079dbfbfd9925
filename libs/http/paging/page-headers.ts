import type { Request, Response } from 'express';
import type { Page } from '#kernel';

/** What of a page's query the headers and the envelope show. */
interface Asked {
  limit?: number;
  page: number;
  after?: number | string;
}

/**
 * Sets `Link` (RFC 8288: `first`, `prev`, `next` where they exist) and, when counted, `X-Total-Count` (decisions.md, section 3).
 * @param idOf gives the `after` of the next page where the listing supports it
 */
export function pageHeaders<T>(
  request: Request,
  response: Response,
  asked: Asked,
  page: Page<T>,
  idOf?: (record: T) => number | string,
): void {
  response.setHeader('Link', linksOf(request.originalUrl, asked, page, idOf));
  if (page.total !== null) response.setHeader('X-Total-Count', String(page.total));
}

/** The `Link` header of a page; addresses are absolute paths and keep the other query parameters. */
export function linksOf<T>(url: string, asked: Asked, page: Page<T>, idOf?: (record: T) => number | string): string {
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

/** `{ "items": […], "hasMore": true, "limit": 10, "page": 1 }` (decisions.md, section 3). */
export function envelope<K extends string, T>(name: K, { limit, page }: { limit: number; page: number }, found: Page<T>) {
  return { [name]: found.records, hasMore: found.hasMore, limit, page } as Record<K, T[]> & {
    hasMore: boolean;
    limit: number;
    page: number;
  };
}
