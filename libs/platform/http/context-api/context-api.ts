import type { Caller } from '#platform/kernel';
import type { ProblemKind } from '../problem/problem.js';

/** Who may do something; which Locations, users and items are within reach is decided where they are read. */
export interface Capability {
  roles: readonly Caller['role'][];
  /** Only the API token or a group_admin with all-Locations access (decisions.md, sections 5 and 9). */
  wholeGroup?: boolean;
}

/** What the log of requests may tell of an address. */
export interface LogRules {
  /** Query parameters that hold no personal data; the values of all others are left out. */
  harmlessQueries?: readonly string[];
  /** Beginnings of paths, in lower case, behind which a secret stands: the next segment is left out. */
  secretsBehind?: readonly string[];
}

/** What one context adds to the interface. The service lists them all; `@Requires` and `@Problems` name what stands here. */
export interface ContextApi {
  tag?: { name: string; description: string };
  /** Which role may do what: the context's rows of the table of decisions.md, section 5. */
  capabilities?: Readonly<Record<string, Capability>>;
  /** Its refusals beside those of every route (decisions.md, section 4). */
  problems?: Readonly<Record<string, ProblemKind>>;
  log?: LogRules;
}
