import { Injectable } from '@nestjs/common';
import { Secrets } from '#platform/secrets';
import { joinedAddress } from '../domain/user-part.js';

/** Encrypts and decrypts the credentials of addresses. */
@Injectable()
export class UserParts {
  constructor(private readonly secrets: Secrets) {}

  seal(groupID: number, userPart: string | null): Buffer | null {
    return userPart === null ? null : this.secrets.seal(userPart, contextOf(groupID));
  }

  /** @throws when it was encrypted with another SECRET_KEY */
  open(groupID: number, sealed: Buffer | null): string | null {
    return sealed === null ? null : this.secrets.open(Buffer.from(sealed), contextOf(groupID)).toString();
  }

  /** The address to call, with its credentials. @throws when they were encrypted with another SECRET_KEY */
  addressOf({ key, userPart }: { key: { group_id: number }; userPart: Buffer | null }, url: string): string {
    return joinedAddress({ url, userPart: this.open(key.group_id, userPart) });
  }
}

/** The encryption context of a Group's credentials at its endpoints. */
function contextOf(groupID: number): string {
  return `webhook-user-part/${groupID}`;
}
