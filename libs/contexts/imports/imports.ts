import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '#platform/audit';
import { Database, isDatabaseError, NoConnection, statement, tables, takeTurn, wholeList } from '#platform/database';
import { IdempotencyMismatch } from '#platform/idempotency';
import { type Caller, Clock, DomainError, LimitReached, NotFound, type Page, type WholeListRequest } from '#platform/kernel';
import { type Encoding, isStoredAsItCame } from './file/encodings.js';
import { encodingOf, layoutOf } from './file/layout.js';
import { ReceivedFiles, type Uploaded } from './file/received-files.js';
import type { ImportForm } from './http/import-form.js';
import type { ImportEntity, ImportRefusalEntity, ImportRow } from './import.entities.js';
import { RefusedCells } from './work/refused-cells.js';
import type { RefusedRow } from './work/row-errors.js';

const db = tables<typeof ImportEntity | typeof ImportRefusalEntity>();

/** Imports of a Group that have not ended, at most. */
const MOST_WAITING = 20;

/** Refusals read at once. */
const PAGE = 1_000;

/** An Idempotency-Key, and the digest of the form that came with it. */
interface KeyedForm {
  key: string;
  form: string;
}

/** The imports of a Group: who began them, how far they are, what was refused. */
@Injectable()
export class Imports {
  constructor(
    private readonly database: Database,
    private readonly files: ReceivedFiles,
    private readonly clock: Clock,
    private readonly cells: RefusedCells,
    private readonly audit: Audit,
  ) {}

  /**
   * Queues the import of a file.
   * @param call with its Idempotency-Key, if any: with one that was used within 24 hours, the import is the one of then
   * @throws ValidationFailed for a file that can't be read so; UnknownReferences for a Location out of reach; LimitReached;
   * IdempotencyMismatch for another form than then
   */
  async queue(caller: Caller, uploaded: Uploaded, settings: ImportForm, call: KeyedForm | null = null): Promise<ImportRow> {
    let file = uploaded;
    try {
      const encoding = encodingOf(uploaded, settings.encoding, await this.files.guessed(caller, settings.locationID));
      if (!isStoredAsItCame(encoding)) file = await this.files.transcoded(caller, uploaded, encoding);
      const { row, isNew } = await this.insert(caller, file, { ...settings, encoding }, call);
      if (!isNew) await this.files.discard(file);
      return row;
    } catch (error) {
      // After a lost connection there may be an import of the file.
      const isRefused = error instanceof DomainError || error instanceof NoConnection || isDatabaseError(error);
      if (isRefused) await this.files.discard(file);
      throw error;
    }
  }

  private async insert(
    caller: Caller,
    uploaded: Uploaded,
    settings: ImportForm & { encoding: Encoding },
    call: KeyedForm | null,
  ): Promise<{ row: ImportRow; isNew: boolean }> {
    const { group, actor, requestID } = caller;
    const { dryRun, notify, dateFormat, encoding, locationID = null } = settings;
    const { header, columns } = layoutOf(uploaded, encoding, settings.columns);
    const { file, sealed_key, parts, delimiter, nextByte, rows } = uploaded;
    const key = call && hash('sha256', JSON.stringify([actor, call.key]), 'buffer');
    const requestKey = key && Buffer.concat([key, hash('sha256', call!.form, 'buffer')]);
    const now = this.clock.now();
    const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString();
    const statements = [
      takeTurn({ name: `${group.id}/new import` }),
      statement(sql`update imports set request_key = null
        where group_id = ${group.id}::int and ${isOf(key)} and created_at <= ${yesterday}::timestamptz`),
      db.selectFrom('imports').selectAll().where('group_id', '=', group.id).where(isOf(key)),
      statement(sql`
        insert into imports (group_id, id, dry_run, user_id, token_id, request_id, location_id, location_ids, delimiter, columns, header,
          date_format, encoding, notify, file, sealed_key, parts, next_byte, rows, request_key, created_at)
        select ${group.id}::int, coalesce((select max(id) from imports where group_id = ${group.id}::int), 0) + 1, ${dryRun}::boolean,
          ${actor.type === 'user' ? actor.userID : null}::int, ${actor.type === 'integration' ? actor.tokenID : null}::uuid,
          ${requestID}::text, ${locationID}::text, ${locationID === null ? [] : [locationID]}::text[], ${delimiter}::text,
          ${columns}::text[], ${header}::text[], ${dateFormat}::text, ${encoding}::text, ${notify}::boolean,
          ${file}::uuid, ${sealed_key}::bytea, ${parts}::int, ${nextByte}::int, ${rows}::int, ${requestKey}::bytea,
          ${now.toISOString()}::timestamptz
        where (select count(*) from imports where group_id = ${group.id}::int and status in ('queued', 'running')) < ${MOST_WAITING}::int
          and not exists (select from imports where group_id = ${group.id}::int and ${isOf(key)})
        returning *`),
    ];
    const own = sql`select id from imports where group_id = ${group.id}::int and file = ${file}::uuid`;
    const [, , known, made] = await this.audit.commit(statements, {
      ...{ groupID: group.id, action: 'import.started', by: caller, target: { kind: 'import', ID: sql<number>`${own}` } },
      ...{ details: { dryRun, locationID }, when: sql<boolean>`exists (${own})` },
    });
    const before = known![0] as ImportRow | undefined;
    if (before && !isSame(before.request_key!, requestKey!)) throw new IdempotencyMismatch();
    const row = before ?? (made![0] as ImportRow | undefined);
    if (!row) throw new LimitReached('imports that have not ended', MOST_WAITING);
    return { row, isNew: made![0] !== undefined };
  }

  /** The imports that the caller may see, newest first. */
  page(caller: Caller, request: WholeListRequest): Promise<Page<ImportRow>> {
    return wholeList(this.database, caller.group.id, visibleTo(caller).selectAll().orderBy('id', 'desc'), request);
  }

  /** @throws NotFound when it does not exist or the caller may not see it */
  async one(caller: Caller, importID: number): Promise<ImportRow> {
    const row = await this.database.queryOne(visibleTo(caller).selectAll().where('id', '=', importID));
    if (!row) throw new NotFound('The import');
    return row;
  }

  /** Ends an import: once this returns, none of its rows will be registered. @throws NotFound */
  async cancel(caller: Caller, importID: number): Promise<void> {
    const { group_id: groupID, id } = await this.one(caller, importID);
    await this.database.batch(
      [
        takeTurn({ name: turnOf(groupID, id) }),
        statement(sql`
        update imports set status = 'cancelled', version = version + 1, finished_at = ${this.clock.now().toISOString()}::timestamptz
        where group_id = ${groupID}::int and id = ${id}::int and status in ('queued', 'running')`),
      ],
      { groupID },
    );
  }

  /** The rows that were refused, in their order. @param withCells whether what stood in them is read as well */
  async *refusals({ group_id, id: import_id }: ImportRow, withCells = false): AsyncGenerator<RefusedRow[]> {
    for (let after = -1; ; ) {
      const page = await this.database.query(
        db
          .selectFrom('import_refusals')
          .select(['row', 'errors', sql<Buffer | null>`case when ${withCells}::boolean then sealed_cells end`.as('sealed')])
          .where('group_id', '=', group_id)
          .where('import_id', '=', import_id)
          .where('row', '>', after)
          .orderBy('row')
          .limit(PAGE),
      );
      yield page.map(({ row, errors, sealed }) => ({
        ...{ row, errors },
        cells: sealed && this.cells.open({ group_id, import_id, row }, sealed),
      }));
      if (page.length < PAGE) return;
      after = page.at(-1)!.row;
    }
  }
}

/** Imports that were asked for with the key. */
const isOf = (key: Buffer | null) => sql<boolean>`substring(request_key for 32) = ${key}::bytea`;

/** Whether both keys stand for one form; of imports of earlier releases the form is not known. */
const isSame = (before: Uint8Array, now: Buffer) => before.length < now.length || now.equals(before);

/** The wait for rows under way when an import is ended. */
export function turnOf(groupID: number, id: number): string {
  return `${groupID}/import/${id}`;
}

/** Records of the caller, or with all of their Locations within reach, as far as its rows have named them. */
function visibleTo({ group, scope, actor }: Caller) {
  const query = db.selectFrom('imports').where('group_id', '=', group.id);
  if (scope.all) return query;
  const own =
    actor.type === 'user'
      ? sql<boolean>`user_id = ${actor.userID}::int`
      : sql<boolean>`token_id = ${actor.type === 'integration' ? actor.tokenID : null}::uuid`;
  return query.where(sql<boolean>`(${own} or (location_ids <> '{}' and location_ids <@ ${scope.locationIDs}::text[]))`);
}
