import type { Type } from '@nestjs/common';
import type { Caller } from '#platform/kernel';
import type { ProblemKind } from '../problem/problem.js';

/** The roles that may do something; which Locations, users and items a caller can access is checked where they are read. */
export interface Capability {
  roles: readonly Caller['role'][];
  /** Only the API token or a group_admin with all-Locations access (decisions.md, sections 5 and 9). */
  wholeGroup?: boolean;
  /** Only users, no API tokens. */
  users?: boolean;
  /** About the caller's own account: also for who lacks a second factor that the Group demands (decisions.md, section 11). */
  ownAccount?: boolean;
}

/** The parts of a URL that the request log may contain. */
export interface LogRules {
  /** Query parameters that hold no personal data; the values of all others are left out. */
  harmlessQueries?: readonly string[];
  /** Path prefixes, in lower case, that are followed by a secret: the next segment is left out. */
  secretsBehind?: readonly string[];
}

/** A heading of the documentation. */
export interface Tag {
  name: string;
  description: string;
  /** The first segments below `/api/v2` of operations that name no tag of their own. */
  paths?: readonly string[];
}

/** A webhook that is sent, for the OpenAPI document. */
export interface WebhookDocument {
  summary: string;
  /** When it is sent. */
  description: string;
  /** The class of its body. */
  payload: Type;
  /** A body as it is sent. */
  example: object;
}

/** One context's part of the API. The service lists them all; `@Requires` and `@Problems` refer to what is defined here. */
export interface ContextApi {
  tag?: Tag;
  /** The roles that may do each thing: the context's rows of the table of decisions.md, section 5. */
  capabilities?: Readonly<Record<string, Capability>>;
  /** Its problem codes besides the common ones (decisions.md, section 4). */
  problems?: Readonly<Record<string, ProblemKind>>;
  log?: LogRules;
  /** Its webhooks, by the `type` of their bodies. */
  webhooks?: Readonly<Record<string, WebhookDocument>>;
}
