import { Injectable } from '@nestjs/common';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';
import { joinedAddress } from '../domain/user-part.js';

/** The purpose that credentials in addresses are sealed for. */
const USER_PART = 'webhook-user-part';

/** Encrypts and decrypts the credentials of addresses. */
@Injectable()
export class UserParts {
  private readonly sealer: Sealer;

  constructor(keyring: Keyring) {
    this.sealer = keyring.of(USER_PART);
  }

  seal(groupID: number, userPart: string | null): Buffer | null {
    return userPart === null ? null : this.sealer.seal(userPart, contextOf(groupID));
  }

  /** @throws when it was encrypted with another SECRET_KEY */
  open(groupID: number, sealed: Buffer | null): string | null {
    return sealed === null ? null : this.sealer.open(Buffer.from(sealed), contextOf(groupID)).toString();
  }

  /** The address to call, with its credentials. @throws when they were encrypted with another SECRET_KEY */
  addressOf({ key, userPart }: { key: { group_id: number }; userPart: Buffer | null }, url: string): string {
    return joinedAddress({ url, userPart: this.open(key.group_id, userPart) });
  }
}

/** The encryption context of a Group's credentials at its endpoints. */
function contextOf(groupID: number): string {
  return `${USER_PART}/${groupID}`;
}

export const SEALED_USER_PARTS: readonly SealedColumn[] = [
  { table: 'webhook_endpoints', key: ['group_id', 'kind'] },
  { table: 'webhook_event_endpoints', key: ['group_id', 'id'] },
].map(({ table, key }) => ({
  table,
  key,
  column: 'user_part',
  purpose: USER_PART,
  context: ({ group_id }) => contextOf(group_id),
}));
