import { OnlineMigration } from '#platform/database';

const FAILED = (record: string, subjects: string, isUnderWay: string) => `
  select m.group_id, '${record}'::text as record, m.subject_id as id, m.subject, m.version, m.location_id, m.created_at as since
  from messages m
  where m.status = 'failed' and not m.settled and m.subject in (${subjects})
    and exists (select from ${isUnderWay} and r.group_id = m.group_id and r.id = m.subject_id offset 0)
    and not exists (
      select from messages n
      where n.group_id = m.group_id and n.subject in (${subjects}) and n.subject_id = m.subject_id
        and n.created_at >= m.created_at and n.status in ('waiting', 'sent', 'uncertain')
      offset 0
    )`;

const UNDER_WAY = `'contact-missing', 'waiting-response', 'pickup-by-guest', 'shipment-paid', 'pickup-scheduled', 'in-route'`;

/** The messages to owners and guests that failed, of records under way, where none has followed since: for the work list. */
export class FailedMessagesView extends OnlineMigration {
  override up(): void {
    const items = FAILED('item', `'item', 'item-other', 'item-reminder'`, `item_references r where r.status in (${UNDER_WAY})`);
    this.addSql('alter table messages add column settled boolean not null default false');
    this.addSql(
      `create view failed_messages as ${items} union all ${FAILED('request', `'request'`, 'requests_under_way r where true')}`,
    );
    this.addSql(
      `create index concurrently messages_failed on messages (group_id, created_at) where status = 'failed' and not settled`,
    );
  }
}
