import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { Page } from '#platform/kernel';
import { type Asked, linksOf } from './links.js';

/** The list of an answer: `bare` for an array, else the name of the array in its envelope (decisions.md, section 3). */
export type ListName = 'bare' | 'items' | 'requests' | 'events';

/** A page on its way out: what was asked, what was found, and how a row shows. */
class Listing<Row> {
  constructor(
    readonly asked: Asked,
    readonly page: Page<Row>,
    readonly record: (row: Row) => unknown,
    readonly idOf?: (row: Row) => number | string,
  ) {}
}

/**
 * What a listing answers: `@Answer` with a `list` makes the array or envelope of it, and its headers.
 * @param idOf gives the `after` of the next page where the listing supports it
 */
export function listing<Row>(
  asked: Asked,
  page: Page<Row>,
  record: (row: Row) => unknown,
  idOf?: (row: Row) => number | string,
): unknown {
  return new Listing(asked, page, record, idOf);
}

/** Turns a listing into its answer: `Link` where it was paged, `X-Total-Count` where it was counted (decisions.md, section 3). */
@Injectable()
export class ListingInterceptor implements NestInterceptor {
  constructor(private readonly name: ListName) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const answer = (given: unknown) =>
      given instanceof Listing ? this.answer(given, http.getRequest<Request>(), http.getResponse<Response>()) : given;
    return next.handle().pipe(map(answer));
  }

  private answer({ asked, page, record, idOf }: Listing<unknown>, request: Request, response: Response): unknown {
    if (asked.limit !== undefined) response.setHeader('Link', linksOf(request.originalUrl, asked, page, idOf));
    if (page.total !== null) response.setHeader('X-Total-Count', String(page.total));
    const records = page.records.map(record);
    if (this.name === 'bare') return records;
    return { [this.name]: records, hasMore: page.hasMore, limit: asked.limit, page: asked.page };
  }
}
