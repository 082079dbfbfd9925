import { randomBytes } from 'node:crypto';
import { AuditCursors, AuditLog, AuditSettings } from '#contexts/audit';
import type { Database } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Keyring } from '#platform/secrets';

/** The audit of a database without a service. */
export function auditOn(database: Database, clock = new Clock()): AuditLog {
  return new AuditLog(database, clock, new AuditSettings(clock), new AuditCursors(new Keyring(randomBytes(32))));
}
