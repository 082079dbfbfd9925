import type { Caller } from '#platform/kernel';
import { PROBLEMS, type ProblemKinds } from '../problem/problem.js';
import type { Capability, ContextApi, LogRules, Tag, WebhookDocument } from './context-api.js';

/** Parts of no context: paging, and the platform's own routes. */
const OWN_LOG: LogRules = { harmlessQueries: ['limit', 'page', 'after', 'count'] };
const OWN_TAGS = [
  { name: 'Health', description: 'Whether the service works.' },
  { name: 'Beyond v2', description: 'Extensions of the specified interface.' },
];

/** The parts of all contexts, combined. */
export class ContextApis {
  /** In the order of the contexts, then those of the platform. */
  readonly tags: readonly Tag[];
  readonly problems: ProblemKinds;
  readonly log: Required<LogRules>;
  readonly webhooks: Readonly<Record<string, WebhookDocument>>;
  private readonly capabilities: Readonly<Record<string, Capability>>;

  /** @throws Error when two contexts define the same capability or problem */
  constructor(apis: readonly ContextApi[]) {
    this.tags = [...apis.flatMap(({ tag }) => tag ?? []), ...OWN_TAGS];
    this.capabilities = merged(apis.map(({ capabilities }) => capabilities));
    this.problems = merged([PROBLEMS, ...apis.map(({ problems }) => problems)]);
    this.webhooks = merged(apis.map(({ webhooks }) => webhooks));
    const logs = [OWN_LOG, ...apis.map(({ log }) => log)];
    this.log = {
      harmlessQueries: logs.flatMap((log) => log?.harmlessQueries ?? []),
      secretsBehind: logs.flatMap((log) => log?.secretsBehind ?? []),
    };
  }

  /** The tag of operations below `/api/v2` that name none; undefined where no context claims the path. */
  tagOf(path: string): string | undefined {
    const segment = path.split('/')[3];
    return this.tags.find(({ paths }) => segment !== undefined && paths?.includes(segment))?.name;
  }

  /** Whether some context defines the capability. */
  defines(capability: string): boolean {
    return Object.hasOwn(this.capabilities, capability);
  }

  /** The holders of a capability, in words; undefined where no context defines it. */
  audienceOf(capability: string): string | undefined {
    const found = this.capabilities[capability];
    if (!found) return undefined;
    const limits = [...(found.wholeGroup ? ['with access to the whole Group'] : []), ...(found.users ? ['users alone'] : [])];
    return [found.roles.map((role) => `\`${role}\``).join(', '), ...limits].join('; ');
  }

  /** Whether the caller has the capability now. */
  allows({ role, scope, actor, lacksSecondFactor }: Caller, capability: string): boolean {
    const found = this.capabilities[capability];
    if (found === undefined || (lacksSecondFactor && !found.ownAccount) || (found.users && actor.type !== 'user')) return false;
    return found.roles.includes(role) && (scope.all || !found.wholeGroup);
  }

  /** The names of what the caller may do now, sorted. */
  capabilitiesOf(caller: Caller): string[] {
    return Object.keys(this.capabilities)
      .filter((capability) => this.allows(caller, capability))
      .sort();
  }
}

function merged<T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]): Readonly<Record<string, T>> {
  const all: Record<string, T> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    if (Object.hasOwn(all, name)) throw new Error(`${name} is defined twice.`);
    all[name] = value;
  }
  return all;
}
