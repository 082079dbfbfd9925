import type { RawBuilder } from 'kysely';
import type { Placed, Statement } from '#platform/database';
import type { Actor } from '#platform/kernel';

/** The actions that are told of (decisions.md, section 16, Audit). */
export type AuditedAction =
  | 'sign-in'
  | 'sign-out'
  | 'session.ended'
  | `second-factor.${'on' | 'off'}`
  | `password.${'set' | 'forgotten'}`
  | `user.${'invited' | 'created' | 'updated' | 'disabled' | 'deleted'}`
  | `access.${'granted' | 'taken'}`
  | `token.${'created' | 'rotated' | 'revoked'}`
  | `device.${'added' | 'removed'}`
  | 'settings.changed'
  | 'webhooks.changed'
  | 'connection.changed'
  | 'items.exported'
  | 'import.started'
  | `person.${'exported' | 'erased'}`
  | `group.${'exported' | 'frozen'}`
  | 'key.rotated';

/** The person or thing it was done to; the ID may be an expression, where the statements before it draw it. */
export interface Target {
  kind: 'user' | 'token' | 'session' | 'location' | 'region' | 'endpoint' | 'connection' | 'device' | 'import' | 'group';
  ID: Placed<number | string>;
}

/** The caller, whoever it was, and the address. */
export interface Doer {
  /** The service's own actor stands for the command line. */
  actor: Actor;
  address?: string | null;
}

/** The command line, which has no address. */
export const BY_COMMAND_LINE: Doer = { actor: { type: 'system' } };

/** One thing that was done, or was refused. */
export interface Told {
  groupID: number;
  action: AuditedAction;
  by: Doer;
  target?: Target | null;
  /** No secret, and nothing of a guest. */
  details?: Readonly<Record<string, unknown>>;
  /** Whether the statements before it did it, where they may not have. */
  when?: RawBuilder<boolean>;
  /** Whether `details` say how many sessions the statements before it ended. */
  endsSessions?: boolean;
}

/** Tells of what is done to the service itself: the one way in which contexts write to the audit. */
export abstract class Audit {
  /**
   * Sends statements as one transaction with the entry that tells of them, in one round trip.
   * @returns the rows of each of the statements
   */
  abstract commit(statements: readonly Statement[], told: Told): Promise<Record<string, unknown>[][]>;

  /** Tells of what the caller's transaction has done. */
  async tell(told: Told): Promise<void> {
    await this.commit([], told);
  }

  /** Tells of a refusal behind the answer, so that its time says nothing. Without a Group: nobody knows which user was meant. */
  abstract refused(told: Omit<Told, 'groupID'> & { groupID: number | null }): void;
}
