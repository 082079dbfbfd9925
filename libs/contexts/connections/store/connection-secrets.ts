import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';

/** The purpose that secrets of connections are sealed for. */
const PURPOSE = 'connection';

/** The sealed part of a connection. */
export interface ConnectionSecrets {
  settings: Readonly<Record<string, string>>;
  /** null of one that is called by nobody. */
  eventsKey: string | null;
}

/** Seals and opens the secrets of connections. */
@Injectable()
export class SealedConnections {
  private readonly sealer: Sealer;

  constructor(keyring: Keyring) {
    this.sealer = keyring.of(PURPOSE);
  }

  seal(groupID: number, id: number, secrets: ConnectionSecrets): Buffer {
    return this.sealer.seal(JSON.stringify(secrets), contextOf(groupID, id));
  }

  /** @throws when they were sealed with another SECRET_KEY */
  open({ group_id, id, secrets }: { group_id: number; id: number; secrets: Uint8Array }): ConnectionSecrets {
    return JSON.parse(this.sealer.open(Buffer.from(secrets), contextOf(group_id, id)).toString());
  }
}

/** A key that nobody can guess. */
export const newEventsKey = () => randomBytes(24).toString('base64url');

/** The hash that a key is found by. */
export const eventsKeyHash = (key: string) => hash('sha256', key, 'buffer');

const contextOf = (groupID: number, id: number) => `${PURPOSE}/${groupID}/${id}`;

export const SEALED_CONNECTIONS: SealedColumn = {
  table: 'connections',
  key: ['group_id', 'id'],
  column: 'secrets',
  purpose: PURPOSE,
  context: ({ group_id, id }) => contextOf(group_id, id),
};
