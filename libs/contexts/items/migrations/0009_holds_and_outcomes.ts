import { OnlineMigration } from '#platform/database';

/** Items on hold, found by when that ends, and how items left: of those that are there, the parcels that arrived (decisions.md, section 13). */
export class ItemHoldsAndOutcomes extends OnlineMigration {
  override up(): void {
    this.addSql(`
      alter table items
        add column hold json,
        add column held_until timestamp(3) with time zone,
        add column outcome text,
        add column handover json,
        add column disposal json,
        add column signature text`);
    this.addSql('create index concurrently items_held on items (held_until, group_id, id) where held_until is not null');
    this.backfill({
      table: 'items',
      set: `outcome = 'shipped'`,
      where: `outcome is null and (
        status = 'delivered' or status in ('finished', 'deleted', 'anonymized') and 'delivered' = (
          select e.data ->> 'status' from events e
          where e.group_id = items.group_id and e.stream_type = 'item' and e.stream_id = items.id and e.type = 'ItemStatusChanged'
            and e.data ->> 'status' not in ('finished', 'deleted', 'anonymized')
          order by e.version desc limit 1
        ))`,
    });
  }
}
