import { Global, Module } from '@nestjs/common';
import { Audit } from '#platform/audit';
import { EventStore } from '#platform/event-store';
import { AuditLog } from './audit-log.js';
import { AuditController } from './http/audit.controller.js';
import { AuditCursors } from './http/audit.cursors.js';
import { AuditQueries } from './read-model/audit.queries.js';
import { auditSubscriptions } from './writing/audited-events.js';

/** Global: every context tells of what it does, and knows only `Audit`. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditCursors, AuditQueries, AuditLog, { provide: Audit, useExisting: AuditLog }],
  exports: [Audit],
})
export class AuditModule {
  constructor(store: EventStore, audit: AuditLog) {
    store.onCommitted(({ wrote }) => {
      for (const { name } of auditSubscriptions) audit.written(wrote.get(name) ?? []);
    });
  }
}
