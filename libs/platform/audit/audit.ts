import type { RawBuilder } from 'kysely';
import type { Placed, Statement } from '#platform/database';
import type { Actor } from '#platform/kernel';

/** What is told of (decisions.md, section 16, Audit). */
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

/** Whom or what it was done to; the ID may be an expression, where the statements before it draw it. */
export interface Target {
  kind: 'user' | 'token' | 'session' | 'location' | 'region' | 'endpoint' | 'connection' | 'device' | 'import' | 'group';
  ID: Placed<number | string>;
}

/** Who did it, from which address: any caller. */
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

  /** Tells of a refusal behind the answer, whose time then says nothing. Without a Group: whom was meant is not known. */
  abstract refused(told: Omit<Told, 'groupID'> & { groupID: number | null }): void;
}
