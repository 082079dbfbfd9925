import { Injectable } from '@nestjs/common';
import { ActorCallers } from '#contexts/sign-in';
import { ContextApis } from '#platform/http';
import type { Actor, Caller } from '#platform/kernel';
import { bodyOf } from '../file/columns.js';
import { FileGone, ImportFiles } from '../file/import-file.js';
import { NoCsv } from '../file/row-reader.js';
import { type FileRow, rowsOf } from '../file/rows.js';
import { ImportStore, type LeasedImport } from './import-store.js';
import type { RowError } from './row-errors.js';
import { RowJudge } from './row-judge.js';

const NOBODY: RowError = { field: '', code: 'forbidden', message: 'Who uploaded the file may not register items any more.' };
const GONE: RowError = { field: '', code: 'not_found', message: 'The file is gone.' };
const UNREADABLE: RowError = {
  field: '',
  code: 'invalid_format',
  message: 'From here on the file is no CSV: a quote is never closed.',
};
const MISCOUNTED: RowError = {
  field: '',
  code: 'invalid_format',
  message: 'The rows that were read are not as many as were counted: look whether all of them were registered.',
};

/** How many rows are registered in a batch. */
const ROWS = 100;

interface NextRows {
  rows: FileRow[];
  isEnd: boolean;
}

/** Works on imports, some rows at a time, so that those of several Groups progress together. */
@Injectable()
export class ImportRunner {
  constructor(
    private readonly store: ImportStore,
    private readonly files: ImportFiles,
    private readonly callers: ActorCallers,
    private readonly apis: ContextApis,
    private readonly judge: RowJudge,
  ) {}

  /**
   * Registers rows of the import that has its turn.
   * @param onlyOf the one Group to work for; all of them by default
   * @returns whether there may be more to do
   */
  async batch(onlyOf: number | null = null): Promise<boolean> {
    const claimed = await this.store.claim(onlyOf);
    if (!claimed) return false;
    const { leased, registered } = claimed;
    if (leased.status !== 'running') {
      await this.files.delete(leased.file, leased.parts);
      await this.store.close(leased);
      return true;
    }
    const caller = await this.callerOf(leased);
    if (!caller) {
      await this.store.fail(leased, NOBODY);
      return true;
    }
    const next = await this.next(leased);
    if ('code' in next) await this.store.fail(leased, next);
    else await this.register(leased, caller, next, registered);
    return true;
  }

  private async register(
    leased: LeasedImport,
    caller: Caller,
    { rows, isEnd }: NextRows,
    registered: ReadonlySet<number>,
  ): Promise<void> {
    const filled = rows.filter(({ isBlank }) => !isBlank);
    const readSoFar = leased.accepted + leased.refused + filled.length;
    const isMiscounted = isEnd && leased.rows !== null && leased.rows !== readSoFar;
    if (isMiscounted && rows.length === 0) return this.store.fail(leased, MISCOUNTED);
    const given = filled.map(({ row, cells }) => {
      // The cells of a row with more of them than columns belong nobody knows where.
      const body = cells.length > leased.columns.length ? null : bodyOf(cells, leased);
      return { row, cells, body };
    });
    const { accepted, refusals, keys, addresses } = await this.judge.judge(leased, caller, given, registered);
    const { nextByte, row } = rows.at(-1) ?? { nextByte: leased.next_byte, row: leased.next_row - 1 };
    const locationIDs = [...new Set(accepted.map(({ body }) => String((body as { locationID?: unknown }).locationID)))];
    const judged = { accepted: accepted.length, refusals, keys, addresses, locationIDs };
    await this.store.save(leased, { nextByte, nextRow: row + 1, ...judged, isEnd: isEnd && !isMiscounted });
  }

  /** The rows that have their turn, or why there are none. @throws StorageUnavailable */
  private async next(leased: LeasedImport): Promise<NextRows | RowError> {
    const rows: FileRow[] = [];
    try {
      for await (const one of rowsOf(this.files.read(leased, leased.next_byte), leased)) {
        if (rows.push(one) === ROWS) return { rows, isEnd: false };
      }
      return { rows, isEnd: true };
    } catch (error) {
      if (error instanceof FileGone) return GONE;
      if (!(error instanceof NoCsv)) throw error;
      // The rows before are good.
      return rows.length === 0 ? UNREADABLE : { rows, isEnd: false };
    }
  }

  /** The uploader with their rights as they are now; null when that is not to register items. */
  private async callerOf({ group_id: groupID, user_id, token_id, request_id: requestID }: LeasedImport): Promise<Caller | null> {
    const actor: Actor =
      user_id !== null
        ? { type: 'user', userID: user_id }
        : token_id !== null
          ? { type: 'integration', tokenID: token_id }
          : { type: 'system' };
    const known = await this.callers.of(groupID, actor);
    const caller = known && { ...known, requestID };
    return caller && this.apis.allows(caller, 'items.import') ? caller : null;
  }
}
