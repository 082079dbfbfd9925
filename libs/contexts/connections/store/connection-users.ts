import { Injectable } from '@nestjs/common';
import type { Cause } from '#platform/event-store';
import type { ConnectionKind } from '../domain/kinds.js';

/** A connection that is used less than before: switched off, deleted, or for other Locations. */
export interface LessUsed {
  groupID: number;
  id: number;
  /** The Locations that it is still for: none where it is switched off or deleted; null: all. */
  locationIDs: readonly string[] | null;
}

/** A context that begins something with connections of a kind. */
export interface ConnectionUser {
  /** Does what follows where one is used less, in the transaction of that change. */
  left?(connection: LessUsed, cause: Cause): Promise<void>;
  /** Whether something that was begun by one that was deleted is not settled at its provider. */
  isBusy?(groupID: number, id: number): Promise<boolean>;
}

/** The contexts that use connections: each registers itself when it is made. */
@Injectable()
export class ConnectionUsers {
  private readonly users = new Map<ConnectionKind, ConnectionUser[]>();

  of(kind: ConnectionKind, user: ConnectionUser): void {
    this.users.set(kind, [...(this.users.get(kind) ?? []), user]);
  }

  async left(kind: ConnectionKind, connection: LessUsed, cause: Cause): Promise<void> {
    for (const user of this.users.get(kind) ?? []) await user.left?.(connection, cause);
  }

  async isBusy(kind: ConnectionKind, groupID: number, id: number): Promise<boolean> {
    for (const user of this.users.get(kind) ?? []) if (await user.isBusy?.(groupID, id)) return true;
    return false;
  }
}
