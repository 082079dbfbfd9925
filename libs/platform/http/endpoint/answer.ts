import type { Request, Response } from 'express';
import { type ListForm, Listing, Written } from '../paging/listing.js';
import { Created, Versioned } from './record.js';
import { tagOf } from './unchanged.js';

/** The parts of an endpoint's declaration that its handler's result must match. */
export interface Declared {
  operationId: string;
  creates: boolean;
  versioned: boolean;
  list: ListForm | null;
  /** A record that is read alone: its GET has an `ETag` in any case. */
  single: boolean;
  /** The record shows more than its own changes. */
  derived: boolean;
  /** The body of the request holds a list of records. */
  takesList: boolean;
}

/** The metadata of a handler that they are kept in. */
export const DECLARED = 'http:declared';

/** The response answers a call of this handler: `answered` will look up what its endpoint declares. */
export function answersFor(response: Response, handler: object): void {
  response.locals.declared = Reflect.getMetadata(DECLARED, handler);
}

/**
 * Turns a handler's result into body and headers (decisions.md, sections 3 and 4), once: whoever needs the body before it is sent calls it
 * first, and what is returned then is sent as it is. No interceptor, since those cost half of a short call (docs/adr/0016).
 * @throws Error when it is not what the endpoint declares, so that no response is sent without its `ETag` or `Location`
 */
export function answered(response: Response, given: unknown): unknown {
  const declared: Declared | undefined = response.locals.declared;
  if (!declared) return given;
  response.locals.declared = undefined;
  const { creates, versioned, list, single } = declared;
  check(given instanceof Created, creates, declared, 'created(…)');
  const answer = given instanceof Created ? given.answer : given;
  check(answer instanceof Versioned, versioned, declared, 'versioned(…)');
  check(answer instanceof Listing, list !== null, declared, 'listing(…)');
  if (given instanceof Created) response.setHeader('Location', given.path);
  if (answer instanceof Versioned) {
    response.setHeader('ETag', tagOfVersion(answer, declared, response.req));
    return bodyOf(answer, response);
  }
  if (single && isRead(response.req)) response.setHeader('ETag', tagOf(JSON.stringify(answer)));
  return answer instanceof Listing ? listOf(answer, list!, response) : answer;
}

/** Answers a call like one before it: with its record as it is now, or with the body of then. @returns what is sent as it is */
export function answeredAgain(response: Response, now: unknown): unknown {
  response.locals.declared = undefined;
  if (!(now instanceof Versioned)) return now;
  response.setHeader('ETag', `"${now.version}"`);
  return bodyOf(now, response);
}

function bodyOf({ body }: Versioned<unknown>, response: Response): unknown {
  if (!(body instanceof Written)) return body;
  response.type('json');
  return body.json;
}

/** The version; where a record also shows what others change, such as the last sign-in of a user, a GET tells of that behind it. */
function tagOfVersion({ version, body }: Versioned<unknown>, { derived }: Declared, request: Request): string {
  if (!derived || !isRead(request)) return `"${version}"`;
  return `"${version}-${tagOf(JSON.stringify(body)).slice(1)}`;
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

function check(returned: boolean, declared: boolean, { operationId }: Declared, what: string): void {
  if (returned === declared) return;
  throw new Error(
    declared ? `${operationId} must return ${what}.` : `${operationId} returns ${what}, which its endpoint does not declare.`,
  );
}

/** Sets `Link` when the list was paged and `X-Total-Count` when it was counted. @returns the body */
function listOf({ asked, page, links }: Listing<unknown>, form: ListForm, response: Response): unknown {
  if (asked.limit !== undefined) response.setHeader('Link', links(response.req.originalUrl));
  if (page.total !== null) response.setHeader('X-Total-Count', String(page.total));
  if (page.estimated) response.setHeader('X-Total-Count-Estimated', 'true');
  const { records, hasMore } = page;
  if (form === 'whole' || form === 'paged') return records;
  const rest = { hasMore, limit: asked.limit, page: asked.page };
  if (!areWritten(records)) return { [form]: records, ...rest };
  response.type('json');
  return `{"${form}":[${records.map(({ json }) => json).join()}],${JSON.stringify(rest).slice(1)}`;
}

const areWritten = (records: readonly unknown[]): records is Written<unknown>[] => records[0] instanceof Written;
