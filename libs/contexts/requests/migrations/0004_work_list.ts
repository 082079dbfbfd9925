import { OnlineMigration } from '#platform/database';

const OPEN = `status in ('registered', 'waiting-guest-response')`;

/** When the answer that stands was given; null where the Request was matched since. */
const ANSWERED = `(
  select case when e.type = 'DetailsGiven' then e.at end from events e
  where e.group_id = requests.group_id and e.stream_type = 'request' and e.stream_id = requests.id
    and e.type in ('DetailsGiven', 'RequestMatched')
  order by e.version desc limit 1)`;

/** Requests that guests have answered, and items that are very probably what they lost (decisions.md, section 13, Work list). */
export class RequestsOfTheWorkList extends OnlineMigration {
  override up(): void {
    this.addSql('alter table requests add column answered_at timestamptz(3)');
    // The release before this one does not write it.
    this.addSql(`
      create function request_answered() returns trigger language plpgsql as $$
      begin
        new.answered_at := case when new.status = 'registered' and old.status = 'waiting-guest-response' then new.updated_at end;
        return new;
      end $$`);
    this.addSql(`
      create trigger request_answered before update of status on requests for each row
      when (new.status <> old.status and new.answered_at is not distinct from old.answered_at)
      execute function request_answered()`);
    this.addSql(`
      create view requests_under_way as
      select r.group_id, r.id, r.location_id from requests r
      where r.status in ('registered', 'waiting-guest-response') or (r.status = 'resolved' and exists (
        select from item_references i
        where i.group_id = r.group_id and i.id = r.matched_item_id
          and i.status in ('contact-missing', 'waiting-response', 'pickup-by-guest', 'shipment-paid', 'pickup-scheduled', 'in-route')
      ))`);
    this.addSql(`
      create table likely_matches (
        group_id int not null,
        request_id int not null,
        item_id int not null,
        location_id text not null,
        item_location_id text not null,
        found_at timestamptz(3) not null,
        primary key (group_id, request_id, item_id)
      )`);
    this.addSql('create index likely_matches_by_item on likely_matches (group_id, item_id)');
    this.addSql(`
      create table comparisons_due (
        group_id int not null,
        record text not null check (record in ('item', 'request')),
        id int not null,
        version int not null,
        primary key (group_id, record, id)
      )`);
    this.backfill({
      table: 'requests',
      set: `answered_at = ${ANSWERED}`,
      where: `answered_at is null and answer is not null and status = 'registered' and ${ANSWERED} is not null`,
    });
    this.addSql(`
      create index concurrently requests_answered on requests (group_id, answered_at, id) include (location_id)
      where answered_at is not null`);
    this.addSql(
      `insert into comparisons_due select group_id, 'request', id, version from requests where ${OPEN} on conflict do nothing`,
    );
  }
}
