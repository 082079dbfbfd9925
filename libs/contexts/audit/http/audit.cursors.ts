import { Injectable } from '@nestjs/common';
import { SignedCursors } from '#platform/cursors';
import { Keyring } from '#platform/secrets';

/** Places in a Group's audit as clients keep them. */
@Injectable()
export class AuditCursors extends SignedCursors {
  constructor(keyring: Keyring) {
    super(keyring, 'audit-cursor');
  }
}
