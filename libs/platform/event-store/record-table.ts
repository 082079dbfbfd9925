import type { InferKyselyDB } from '@mikro-orm/postgresql';
import type { AliasedRawBuilder, Insertable, Kysely, RawBuilder, Updateable } from 'kysely';
import { APART, FOLDS, type Row, type Statement, tables, template } from '#platform/database';
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

/** The effect of a RecordTable's statement on a row: a rebuild writes many of them at once. */
export interface RecordWrite {
  kind: 'insert' | 'update' | 'delete';
  table: string;
  /** All columns that are written, with the row's key. */
  columns: { group_id: number; id: number } & Record<string, unknown>;
}

/** A statement that writes one row, and how. */
type RecordStatement<Returned> = Statement<Returned> & { record: RecordWrite };

/** The statement's effect, if it is one of a RecordTable. */
export function recordWriteOf(statement: Statement): RecordWrite | undefined {
  return (statement as Partial<RecordStatement<unknown>>).record;
}

/** Rows that statements return: the record's columns, and joined ones. */
type Shown<Entity extends { name: string }, Returned extends keyof Row<Entity>, Joined extends readonly unknown[]> = Pick<
  Row<Entity>,
  Returned
> & { [One in Joined[number] as One extends AliasedRawBuilder<unknown, infer Name> ? Name : never]: JoinedValue<One> };

type JoinedValue<One> = One extends AliasedRawBuilder<infer Value, string> ? Value : never;

/**
 * The statements that maintain a table with one row for each stream of a kind. A row's number, version and times come from its event;
 * each statement returns the row as written.
 */
export class RecordTable<
  Entity extends { name: string },
  Returned extends keyof Row<Entity> & string,
  const Joined extends readonly AliasedRawBuilder<unknown, string>[] = [],
> {
  private readonly table: string;
  private readonly inserting: (columns: object) => Statement<Shown<Entity, Returned, Joined>>;
  private readonly updating: (columns: { group_id: number; id: number }) => Statement<Shown<Entity, Returned, Joined>>;

  /**
   * @param columns what statements return of the row
   * @param joined what they return beside it, such as a name that another table has
   */
  constructor(entity: { meta: { tableName: string } } & Entity, columns: readonly Returned[], joined?: Joined) {
    const returned = [...columns, ...(joined ?? [])];
    const table = entity.meta.tableName;
    this.table = table;
    // biome-ignore lint/suspicious/noExplicitAny: kysely knows tables by literal names; parameters and results are typed
    const db = tables<never>() as unknown as Kysely<any>;
    this.inserting = template((columns: object) => db.insertInto(table).values(columns).returning(returned), FOLDS);
    this.updating = template(({ group_id, id, ...columns }: { group_id: RawBuilder<number>; id: RawBuilder<number> }) => {
      return db.updateTable(table).set(columns).where('group_id', '=', group_id).where('id', '=', id).returning(returned);
    }, APART);
    this.deleting = template(({ group_id, id }: { group_id: RawBuilder<number>; id: RawBuilder<number> }) =>
      db.deleteFrom(table).where('group_id', '=', group_id).where('id', '=', id),
    );
  }

  private readonly deleting: (key: { group_id: number; id: number }) => Statement<never>;

  insert<Given extends NewColumns<Entity>>(event: Recorded, columns: Exactly<NewColumns<Entity>, Given>) {
    const { version, at } = event;
    const row = { ...keyOf(event), ...columns, version, created_at: at, updated_at: at };
    return this.written('insert', row, this.inserting(row));
  }

  update<Given extends Columns<Entity>>(event: Recorded, columns: Exactly<Columns<Entity>, Given>) {
    const row = { ...columns, ...keyOf(event), version: event.version, updated_at: event.at };
    return this.written('update', row, this.updating(row));
  }

  delete(event: Recorded): Statement<never> {
    const row = keyOf(event);
    return this.written('delete', row, this.deleting(row));
  }

  private written<Returned>(
    kind: RecordWrite['kind'],
    columns: RecordWrite['columns'],
    statement: Statement<Returned>,
  ): RecordStatement<Returned> {
    return Object.assign(statement, { record: { kind, table: this.table, columns } });
  }
}

function keyOf({ stream }: Recorded) {
  return { group_id: stream.groupID, id: stream.id };
}
