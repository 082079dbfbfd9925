import { Injectable } from '@nestjs/common';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';
import type { MessageKey } from './message.js';

const PURPOSE = 'message-text';

const context = ({ group_id, subject, subject_id, version }: MessageKey) => `${group_id}/${subject}/${subject_id}/${version}`;

export const SEALED_MESSAGE_TEXTS: SealedColumn = {
  table: 'messages',
  key: ['group_id', 'subject', 'subject_id', 'version'],
  column: 'sealed_text',
  purpose: PURPOSE,
  context,
};

/** Seals what was said to an owner or guest, for staff to read until the person is erased. */
@Injectable()
export class SealedTexts {
  private readonly sealer: Sealer;

  constructor(keyring: Keyring) {
    this.sealer = keyring.of(PURPOSE);
  }

  seal(message: MessageKey, text: string): Buffer {
    return this.sealer.seal(text, context(message));
  }

  open(message: MessageKey, sealed: Uint8Array): string {
    return this.sealer.open(Buffer.from(sealed), context(message)).toString();
  }
}
