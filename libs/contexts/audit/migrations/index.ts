import { AuditEntries } from './0001_audit.js';

/** In order; a release only appends. */
export const auditMigrations = {
  'audit/0001_audit': AuditEntries,
};
