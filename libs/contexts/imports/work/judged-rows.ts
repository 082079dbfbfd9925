import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '#platform/database';
import type { RefusedCells } from './refused-cells.js';
import type { RowError } from './row-errors.js';

/** The results of some rows. */
export interface JudgedRows {
  refusals: { row: number; cells: string[]; errors: RowError[] }[];
  /** Hashes of the keys of rows that were refused or, in a dry run, accepted. */
  keys: { row: number; key: Buffer; refused: boolean }[];
  /** Hashes of the addresses at which owners of accepted rows would be written to. */
  addresses: Buffer[];
}

/** The statements that keep the results, while the import is this worker's. @param mine whether it is, of `imports w` */
export function keeping(
  { group_id: groupID, id }: { group_id: number; id: number },
  { refusals, keys, addresses }: JudgedRows,
  mine: RawBuilder<boolean>,
  sealing: RefusedCells,
): Statement[] {
  const running = sql`exists (select from imports w where ${mine} and status = 'running')`;
  const refused = refusals.map(({ row, cells, errors }) => {
    const sealed = sealing.seal({ group_id: groupID, import_id: id, row }, cells);
    return { row, errors, cells: sealed.toString('base64') };
  });
  const texts = keys.map(({ key, ...rest }) => ({ ...rest, key: key.toString('hex') }));
  return [
    statement(sql`
    insert into import_refusals (group_id, import_id, row, errors, sealed_cells)
    select ${groupID}::int, ${id}::int, x.row, x.errors, decode(x.cells, 'base64')
    from json_to_recordset(${JSON.stringify(refused)}::json) as x(row int, errors json, cells text) where ${running}`),
    statement(sql`
    delete from import_rows where group_id = ${groupID}::int and import_id = ${id}::int and key is null
      and exists (select from imports w where ${mine})`),
    statement(sql`
    insert into import_rows (group_id, import_id, row, key, refused)
    select ${groupID}::int, ${id}::int, x.row, decode(x.key, 'hex'), x.refused
    from json_to_recordset(${JSON.stringify(texts)}::json) as x(row int, key text, refused boolean) where ${running}`),
    statement(sql`
    with added as (
      insert into import_addresses (group_id, import_id, address)
      select distinct ${groupID}::int, ${id}::int, unnest(${addresses}::bytea[]) where exists (select from imports w where ${mine})
      on conflict do nothing returning 1
    )
    update imports w set would_notify = would_notify + (select count(*)::int from added) where ${mine}`),
  ];
}
