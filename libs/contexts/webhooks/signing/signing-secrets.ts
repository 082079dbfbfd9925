import { Injectable } from '@nestjs/common';
import { Secrets } from '#platform/secrets';

const CACHE_SIZE = 1_000;

/** The encryption context of a Group's secrets. */
export function secretContext(groupID: number): string {
  return `webhook-secret/${groupID}`;
}

/** A Group's secrets as stored, encrypted. */
interface Sealed {
  group_id: number;
  secret: Buffer;
  old_secret: Buffer | null;
}

/** Decrypts signing secrets. The cache is keyed by the encrypted form, so that a changed secret needs no invalidation. */
@Injectable()
export class SigningSecrets {
  private readonly opened = new Map<string, string>();

  constructor(private readonly secrets: Secrets) {}

  /** The secrets to sign with now, newest first. @throws when one was encrypted with another SECRET_KEY */
  of({ group_id, secret, old_secret }: Sealed): string[] {
    return [secret, old_secret].filter((sealed) => sealed !== null).map((sealed) => this.open(group_id, sealed));
  }

  private open(groupID: number, sealed: Buffer): string {
    const key = sealed.toString('base64');
    let opened = this.opened.get(key);
    if (opened === undefined) {
      opened = this.secrets.open(sealed, secretContext(groupID)).toString();
      if (this.opened.size >= CACHE_SIZE) this.opened.clear();
      this.opened.set(key, opened);
    }
    return opened;
  }
}
