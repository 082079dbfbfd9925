export { Audit, type AuditedAction, BY_COMMAND_LINE, type Doer, type Target, type Told } from './audit.js';
