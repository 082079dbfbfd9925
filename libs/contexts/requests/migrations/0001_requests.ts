import { Migration } from '@mikro-orm/migrations';

/** Customer Requests, with full-text search in what was lost, where, and the guest. */
export class Requests extends Migration {
  override up(): void {
    this.addSql(`
      create table requests (
        group_id int not null,
        id int not null,
        request_number int not null,
        location_id text not null,
        status text not null,
        request text not null,
        location text,
        departured_date text,
        owner json not null,
        colors text[] not null,
        categories text[] not null,
        image_url text,
        question text,
        answer text,
        matched_item_id int,
        language_id int,
        expires_at timestamptz(3) not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        erased boolean not null default false,
        search tsvector not null generated always as (
          to_tsvector('simple', search_text(
            coalesce(request, '') || ' ' ||
            coalesce(location, '') || ' ' ||
            coalesce(owner ->> 'name', '') || ' ' ||
            coalesce(owner ->> 'email', '') || ' ' ||
            coalesce(owner ->> 'phoneNumber', '') || ' ' ||
            regexp_replace(coalesce(owner ->> 'phoneNumber', ''), '\\D', '', 'g')
          ))
        ) stored,
        primary key (group_id, id),
        unique (group_id, location_id, request_number)
      )`);
    this.addSql('create index requests_by_location on requests (group_id, location_id, id desc)');
    this.addSql('create index requests_by_status on requests (group_id, status, id desc)');
    this.addSql('create index requests_by_date on requests (group_id, location_id, departured_date)');
    this.addSql(`create index requests_by_guest on requests (group_id, lower(owner ->> 'email'))`);
    this.addSql('create index requests_search on requests using gin (group_id, search)');
    this.addSql(`
      create index requests_expiring on requests (expires_at)
      where status in ('registered', 'waiting-guest-response')`);
    this.addSql(`
      create index requests_to_erase on requests (group_id, updated_at)
      where not erased and status in ('resolved', 'not-found', 'expired', 'deleted')`);
  }
}
