import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { tagOf } from '../application/unchanged.js';
import { type ListForm, Listing } from '../paging/listing.js';
import { Created, Versioned } from './record.js';

/** The parts of an endpoint's declaration that its handler's result must match. */
export interface Declared {
  creates: boolean;
  versioned: boolean;
  list: ListForm | null;
  /** A record that is read alone: its GET has an `ETag` in any case. */
  single: boolean;
  /** The record shows more than its own changes. */
  derived: boolean;
}

/**
 * Turns a handler's result into body and headers (decisions.md, sections 3 and 4).
 * @throws Error when it is not what the endpoint declares, so that no response is sent without its `ETag` or `Location`
 */
export class AnswerInterceptor implements NestInterceptor {
  constructor(private readonly declared: Declared) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    return next.handle().pipe(map((given) => this.answer(given, route, http.getRequest(), http.getResponse())));
  }

  private answer(given: unknown, route: string, request: Request, response: Response): unknown {
    const { creates, versioned, list, single } = this.declared;
    check(given instanceof Created, creates, route, 'created(…)');
    const answer = given instanceof Created ? given.answer : given;
    check(answer instanceof Versioned, versioned, route, 'versioned(…)');
    check(answer instanceof Listing, list !== null, route, 'listing(…)');
    if (given instanceof Created) response.setHeader('Location', given.path);
    if (answer instanceof Versioned) {
      response.setHeader('ETag', this.tagOf(answer, request.method));
      return answer.body;
    }
    if (single && isRead(request.method)) response.setHeader('ETag', tagOf(JSON.stringify(answer)));
    return answer instanceof Listing ? listOf(answer, list!, request, response) : answer;
  }

  /** The version; where a record also shows what others change, such as the last sign-in of a user, a GET tells of that behind it. */
  private tagOf({ version, body }: Versioned<unknown>, method: string): string {
    if (!this.declared.derived || !isRead(method)) return `"${version}"`;
    return `"${version}-${tagOf(JSON.stringify(body)).slice(1)}`;
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

function check(returned: boolean, declared: boolean, route: string, what: string): void {
  if (returned === declared) return;
  throw new Error(declared ? `${route} must return ${what}.` : `${route} returns ${what}, which its endpoint does not declare.`);
}

/** Sets `Link` when the list was paged and `X-Total-Count` when it was counted. @returns the body */
function listOf({ asked, page, links }: Listing<unknown>, form: ListForm, request: Request, response: Response): unknown {
  if (asked.limit !== undefined) response.setHeader('Link', links(request.originalUrl));
  if (page.total !== null) response.setHeader('X-Total-Count', String(page.total));
  if (page.estimated) response.setHeader('X-Total-Count-Estimated', 'true');
  if (form === 'whole' || form === 'paged') return page.records;
  return { [form]: page.records, hasMore: page.hasMore, limit: asked.limit, page: asked.page };
}
