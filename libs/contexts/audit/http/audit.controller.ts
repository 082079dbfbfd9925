import { Controller, Get, Query } from '@nestjs/common';
import { Beyond, CurrentCaller, Endpoint, Problems, Requires } from '#platform/http';
import { type Caller, ValidationFailed } from '#platform/kernel';
import { AuditLog } from '../audit-log.js';
import { AuditQueries } from '../read-model/audit.queries.js';
import { AuditCursors } from './audit.cursors.js';
import { ACTION_RECORDS, AuditActionRecord, AuditRecord, auditRecord } from './audit.records.js';
import { AuditQuery } from './audit.requests.js';

const AUDIT = [
  'What was done to the service itself, oldest first: who signed in, came and went, was given access, changed settings, took data out.',
  'A reader that begins without `after` and continues from each `next` hears of every entry exactly once, within 2 seconds of what ' +
    'it tells of. A cursor is good for its Group, as long as entries are kept (`AUDIT_RETENTION`, 1100 days unless the operator says ' +
    'otherwise); where older ones would come behind it, the answer is 410 `cursor_too_old`.',
  'Of items and Requests `GET /changes` tells. Refusals are told of `sign-in`, `password.set` and `second-factor.*` alone.',
].join('\n');

/** Acts on the service itself (decisions.md, section 16, Audit). */
@Beyond()
@Requires('audit.read')
@Controller('api/v2/audit')
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly audit: AuditQueries,
    private readonly cursors: AuditCursors,
  ) {}

  @Get()
  @Problems('cursor_too_old')
  @Endpoint('listAudit', 'List what was done to the service', { description: AUDIT, answers: AuditRecord })
  async list(@CurrentCaller() caller: Caller, @Query() { after, limit, ...filters }: AuditQuery) {
    await this.log.settled();
    const from = after === undefined ? 'oldest' : after === 'now' ? 'now' : this.cursors.read(caller.group.id, after);
    const beginning = from && (await this.audit.begin(caller.group.id, from));
    if (!beginning) {
      const message = 'Must be a cursor that entries came with, or `now`.';
      throw new ValidationFailed([{ field: 'after', code: 'invalid_format', message }]);
    }
    return auditRecord(this.cursors, caller, await this.audit.page(caller.group.id, filters, beginning, limit));
  }

  @Get('actions')
  @Endpoint('listAuditActions', 'List the actions of the audit', {
    description:
      'Every action that entries have, with what it tells of. Those of parts that this release lacks have no entries yet.',
    answers: [AuditActionRecord],
  })
  actions() {
    return ACTION_RECORDS;
  }
}
