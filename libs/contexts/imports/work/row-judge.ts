import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CheckRegistration, ExternalIDTaken, NewItemRequest, registration } from '#contexts/items';
import { inTurn } from '#platform/concurrency';
import { readRequest, refusalOf } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { ImportFiles } from '../file/import-file.js';
import { ImportStore, type LeasedImport } from './import-store.js';
import { type RowError, rowErrors } from './row-errors.js';

/** A row as the body of `POST /items`. */
export interface GivenRow {
  row: number;
  body: object;
}

export interface Judged {
  accepted: GivenRow[];
  refusals: { row: number; errors: RowError[] }[];
  keys: { row: number; key: Buffer }[];
}

/** Registers rows, or finds out whether they could be registered, as `POST /items` does. */
@Injectable()
export class RowJudge {
  private readonly log = new Logger('Imports');

  constructor(
    private readonly commands: CommandBus,
    private readonly store: ImportStore,
    private readonly files: ImportFiles,
  ) {}

  /** @param registered rows that were registered before @throws what the service itself fails with: the rows are judged again then */
  async judge(leased: LeasedImport, caller: Caller, rows: readonly GivenRow[], registered: ReadonlySet<number>): Promise<Judged> {
    const judged: Judged = { accepted: [], refusals: [], keys: [] };
    const errors = await inTurn(rows, keyOf, (given) =>
      registered.has(given.row) ? Promise.resolve(null) : this.one(leased, caller, given),
    );
    const taken = leased.dry_run ? await this.takenBefore(leased, rows) : null;
    rows.forEach((given, index) => {
      const key = taken && this.hashOf(leased, given);
      const isTaken = key && errors[index] === null && taken.has(key.toString('hex'));
      const wrong = isTaken ? rowErrors(new ExternalIDTaken()) : errors[index];
      if (wrong) judged.refusals.push({ row: given.row, errors: wrong });
      else {
        judged.accepted.push(given);
        if (!key) return;
        taken.add(key.toString('hex'));
        judged.keys.push({ row: given.row, key });
      }
    });
    return judged;
  }

  private async one(leased: LeasedImport, caller: Caller, { row, body }: GivenRow): Promise<RowError[] | null> {
    try {
      const item = readRequest(NewItemRequest, structuredClone(body));
      const together = { facts: [this.store.fact(leased)], beside: [this.store.noting(leased, row)] };
      if (leased.dry_run) await this.commands.execute(new CheckRegistration(registration(caller, item)));
      else await this.commands.execute(registration(caller, item, together));
      return null;
    } catch (error) {
      // What may work later is tried again; what is a bug would stop the import for ever.
      if (refusalOf(error).status === 503) throw error;
      if (refusalOf(error).status >= 500) this.log.error(error);
      return rowErrors(error);
    }
  }

  private async takenBefore(leased: LeasedImport, rows: readonly GivenRow[]): Promise<Set<string>> {
    const keys = rows.map((given) => this.hashOf(leased, given)).filter((key) => key !== null);
    return new Set(keys.length > 0 ? await this.store.taken(leased, keys) : []);
  }

  private hashOf({ group_id: groupID, file, sealed_key: sealedKey, parts }: LeasedImport, given: GivenRow): Buffer | null {
    const key = keyOf(given);
    return key === null ? null : this.files.hashOf({ groupID, file, sealedKey, parts }, key);
  }
}

function keyOf({ body }: GivenRow): string | null {
  return (body as { externalID?: string }).externalID ?? null;
}
