import { AuditEntryEntity } from './audit.entity.js';
import { AuditModule } from './audit.module.js';
import { auditApi } from './http/audit.api.js';
import { auditMigrations } from './migrations/index.js';

/** This context, as the service takes it. */
export const auditContext = {
  module: AuditModule,
  api: auditApi,
  entities: [AuditEntryEntity],
  migrations: auditMigrations,
};
