import type { InferKyselyDB } from '@mikro-orm/postgresql';
import type { Insertable, Kysely, RawBuilder, Updateable } from 'kysely';
import { type Row, type Statement, tables, template } from '#platform/database';
import type { Recorded } from './recorded-event.js';

type TableOf<Entity extends { name: string }> = InferKyselyDB<Entity> extends infer Tables ? Tables[keyof Tables] : never;

/** The columns of a row that come from the event itself. */
type Stamps = 'group_id' | 'id' | 'version' | 'created_at' | 'updated_at';

/** The columns of a new row, except those that come from the event itself. */
export type NewColumns<Entity extends { name: string }> = Omit<Insertable<TableOf<Entity>>, Stamps>;

/** Columns to be changed. */
export type Columns<Entity extends { name: string }> = Omit<Updateable<TableOf<Entity>>, Stamps>;

/** Rejects columns that the table does not have, also in values returned by a function. */
type Exactly<Wanted, Given> = Given & Record<Exclude<keyof Given, keyof Wanted>, never>;

/**
 * The statements that maintain a table with one row for each stream of a kind. A row's number, version and times come from its event;
 * each statement returns the row as written.
 */
export class RecordTable<Entity extends { name: string }, Shown extends keyof Row<Entity> & string> {
  private readonly inserting: (columns: object) => Statement<Pick<Row<Entity>, Shown>>;
  private readonly updating: (columns: { group_id: number; id: number }) => Statement<Pick<Row<Entity>, Shown>>;

  /** @param shown the columns that are returned */
  constructor(entity: { meta: { tableName: string } } & Entity, shown: readonly Shown[]) {
    const table = entity.meta.tableName;
    // biome-ignore lint/suspicious/noExplicitAny: kysely knows tables by literal names; parameters and results are typed
    const db = tables<never>() as unknown as Kysely<any>;
    this.inserting = template((columns: object) => db.insertInto(table).values(columns).returning(shown) as never);
    this.updating = template(({ group_id, id, ...columns }: { group_id: RawBuilder<number>; id: RawBuilder<number> }) => {
      return db.updateTable(table).set(columns).where('group_id', '=', group_id).where('id', '=', id).returning(shown) as never;
    }) as never;
    this.deleting = template(({ group_id, id }: { group_id: RawBuilder<number>; id: RawBuilder<number> }) =>
      db.deleteFrom(table).where('group_id', '=', group_id).where('id', '=', id),
    ) as never;
  }

  private readonly deleting: (key: { group_id: number; id: number }) => Statement<never>;

  insert<Given extends NewColumns<Entity>>(event: Recorded, columns: Exactly<NewColumns<Entity>, Given>) {
    const { version, at } = event;
    return this.inserting({ ...keyOf(event), ...columns, version, created_at: at, updated_at: at });
  }

  update<Given extends Columns<Entity>>(event: Recorded, columns: Exactly<Columns<Entity>, Given>) {
    return this.updating({ ...columns, ...keyOf(event), version: event.version, updated_at: event.at } as never);
  }

  delete(event: Recorded): Statement<never> {
    return this.deleting(keyOf(event));
  }
}

function keyOf({ stream }: Recorded) {
  return { group_id: stream.groupID, id: stream.id };
}
