export { auditContext } from './audit.context.js';
export { AuditSettings } from './audit.settings.js';
export { AuditLog } from './audit-log.js';
export { AuditSweepModule } from './audit-sweep.module.js';
export { AuditCursors } from './http/audit.cursors.js';
export { auditSubscriptions } from './writing/audited-events.js';
