import { Injectable } from '@nestjs/common';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';

const PURPOSE = 'reply';

/** The key that names a reply: its Group, and what tells its mail from others. */
interface Key {
  group_id: number;
  mail: Uint8Array;
}

const context = ({ group_id, mail }: Key) => `${group_id}/${Buffer.from(mail).toString('hex')}`;

export const SEALED_REPLIES: SealedColumn = {
  table: 'replies',
  key: ['group_id', 'mail'],
  column: 'sealed',
  purpose: PURPOSE,
  context,
};

/** The personal part of a reply. */
export interface Said {
  /** Email address, or telephone number where no other contact is known. */
  from: string | null;
  text: string;
  /** The names of its pictures. */
  names: string[];
}

/** Seals what owners and guests wrote. */
@Injectable()
export class SealedReplies {
  private readonly sealer: Sealer;

  constructor(keyring: Keyring) {
    this.sealer = keyring.of(PURPOSE);
  }

  seal(key: Key, said: Said): Buffer {
    return this.sealer.seal(JSON.stringify(said), context(key));
  }

  open(key: Key, sealed: Uint8Array): Said {
    return JSON.parse(this.sealer.open(Buffer.from(sealed), context(key)).toString());
  }
}
