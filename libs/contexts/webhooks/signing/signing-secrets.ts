import { Injectable } from '@nestjs/common';
import { Secrets } from '#platform/secrets';

const REMEMBERED = 1_000;

/** What a Group's secrets are sealed for. */
export function secretContext(groupID: number): string {
  return `webhook-secret/${groupID}`;
}

/** A Group's secrets as they are stored. */
interface Sealed {
  group_id: number;
  secret: Buffer;
  old_secret: Buffer | null;
}

/** Opens signing secrets and remembers the last ones by their sealed form, so that a change needs no telling. */
@Injectable()
export class SigningSecrets {
  private readonly opened = new Map<string, string>();

  constructor(private readonly secrets: Secrets) {}

  /** Every secret that signs now, the newest first. @throws when one was sealed with another SECRET_KEY */
  of({ group_id, secret, old_secret }: Sealed): string[] {
    return [secret, old_secret].filter((sealed) => sealed !== null).map((sealed) => this.open(group_id, sealed));
  }

  private open(groupID: number, sealed: Buffer): string {
    const key = sealed.toString('base64');
    let opened = this.opened.get(key);
    if (opened === undefined) {
      opened = this.secrets.open(sealed, secretContext(groupID)).toString();
      if (this.opened.size >= REMEMBERED) this.opened.clear();
      this.opened.set(key, opened);
    }
    return opened;
  }
}
