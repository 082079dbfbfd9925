import type { Type } from '@nestjs/common';
import type { ApiResponseOptions } from '@nestjs/swagger';
import type { ListForm, Listing } from '../paging/listing.js';
import type { Created, Versioned } from './record.js';

/** A record. One that is `versioned` has the `ETag` set by `versioned(…)` where it is answered alone. */
export interface RecordClass extends Type {
  /** `partly`: it shows more than what its version counts, so that the `ETag` of a GET covers the whole answer. */
  readonly versioned?: true | 'partly';
}

/** Parameters and answers of an endpoint. Without `answers` and `sends` it is 204 without a body. */
export interface EndpointOptions {
  description?: string;
  /** The record in the body, or in its list; `[Record]` for an array that is never paged. */
  answers?: RecordClass | readonly [Type];
  /** 200 by default; 201 has the `Location` set by `created`. */
  status?: 200 | 201 | 202;
  /** The body is the list returned by `listing`. */
  list?: ListForm;
  /** The body of the request holds a list of records: it may have 1 MiB instead of 64 KiB (decisions.md, section 4). */
  takesList?: boolean;
  /** A response that the handler sends itself: an image, a redirect. */
  sends?: ApiResponseOptions & { status: number };
}

/** The type of the handler of an endpoint with these options. */
export type HandlerOf<Options extends EndpointOptions> = Options extends { answers: Type<infer Body> }
  ? Returning<AnswerOf<Options, Body>>
  : Options extends { answers: readonly [Type<infer Body>] }
    ? Returning<readonly Body[]>
    : Options extends { sends: object }
      ? Returning<unknown>
      : Returning<void>;

type Returning<Answer> = (...given: never[]) => Answer | Promise<Answer>;
type AnswerOf<Options, Body> = Options extends { list: ListForm }
  ? Listing<Body>
  : IfCreated<Options, IfVersioned<Options, Body>>;
type IfCreated<Options, Answer> = Options extends { status: 201 } ? Created<Answer> : Answer;
type IfVersioned<Options, Body> = Options extends { answers: { versioned: true | 'partly' } } ? Versioned<Body> : Body;
