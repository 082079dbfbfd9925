import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CheckRegistration, NewItemRequest, registration } from '#contexts/items';
import { ExternalIDTaken } from '#contexts/records';
import { inTurn } from '#platform/concurrency';
import { readRequest, refusalOf } from '#platform/http';
import { type Caller, plainContact } from '#platform/kernel';
import { ImportFiles } from '../file/import-file.js';
import { ImportStore, type LeasedImport } from './import-store.js';
import type { JudgedRows } from './judged-rows.js';
import { lostIn } from './lost-values.js';
import { isHeld, noting } from './registering.js';
import { type RowError, rowErrors, TOO_MANY_COLUMNS } from './row-errors.js';

/** A row as it came and as the body of `POST /items`; null where its cells belong to no columns. */
export interface GivenRow {
  row: number;
  cells: string[];
  body: object | null;
}

export interface Judged extends JudgedRows {
  accepted: GivenRow[];
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
    const judged: Judged = { accepted: [], refusals: [], keys: [], addresses: [] };
    const before = await this.keysBefore(leased, rows);
    const errors = await inTurn(rows, keyOf, (given) =>
      registered.has(given.row) ? Promise.resolve(null) : this.one(leased, caller, given),
    );
    for (const [index, given] of rows.entries()) {
      const key = this.hashOf(leased, keyOf(given));
      const wrong = this.withTakenKey(key, errors[index] ?? null, before, leased.dry_run);
      const name = key?.toString('hex') ?? '';
      if (wrong) judged.refusals.push({ row: given.row, cells: given.cells, errors: wrong });
      else {
        judged.accepted.push(given);
        const address = this.hashOf(leased, addressOf(given));
        if (address) judged.addresses.push(address);
      }
      if (key === null) continue;
      (wrong ? before.refused : before.taken).add(name);
      // Rows accepted by an import that is no dry run are among the items.
      if (wrong || leased.dry_run) judged.keys.push({ row: given.row, key, refused: wrong !== null });
    }
    return judged;
  }

  /** Adds a key that is in use to the errors of a wrong row; a right row fails only for a key of an item or accepted row. */
  private withTakenKey(
    key: Buffer | null,
    errors: RowError[] | null,
    { taken, refused }: Keys,
    isDry: boolean,
  ): RowError[] | null {
    const name = key?.toString('hex');
    if (name === undefined || !(taken.has(name) || (errors && refused.has(name)))) return errors;
    if (errors === null) return isDry ? rowErrors(new ExternalIDTaken('item')) : null;
    const [one] = rowErrors(new ExternalIDTaken('item'));
    return errors.some(({ field }) => field === one!.field) ? errors : [...errors, one!];
  }

  private async one(leased: LeasedImport, caller: Caller, { row, body }: GivenRow): Promise<RowError[] | null> {
    if (body === null) return [TOO_MANY_COLUMNS];
    const lost = lostIn(body);
    try {
      const item = readRequest(NewItemRequest, structuredClone(body));
      if (lost.length > 0) return lost;
      const beside = [noting(leased, row)];
      const together = { facts: [isHeld(leased)], beside, untold: !leased.notify };
      if (leased.dry_run) await this.commands.execute(new CheckRegistration(registration(caller, item)));
      else await this.commands.execute(registration(caller, item, together));
      return null;
    } catch (error) {
      // Errors that may pass are tried again; a bug would stop the import for ever.
      if (refusalOf(error).status === 503) throw error;
      if (refusalOf(error).status >= 500) this.log.error(error);
      const errors = rowErrors(error);
      return [...errors.filter(({ field }) => lost.every((one) => one.field !== field)), ...lost];
    }
  }

  /** The keys of rows that items, or rows before them, have. */
  private async keysBefore(leased: LeasedImport, rows: readonly GivenRow[]): Promise<Keys> {
    const keys = new Map(rows.map(keyOf).flatMap((key) => (key === null ? [] : [[key, this.hashOf(leased, key)!] as const])));
    if (keys.size === 0) return { taken: new Set(), refused: new Set() };
    const { held, taken, refused } = await this.store.keysBefore(leased, [...keys.keys()], [...keys.values()]);
    return { taken: new Set([...taken, ...held.map((key) => keys.get(key)!.toString('hex'))]), refused: new Set(refused) };
  }

  private hashOf(leased: LeasedImport, text: string | null): Buffer | null {
    return text === null ? null : this.files.hashOf(leased, text);
  }
}

/** Hashes, in hex, of keys that are taken, and of those that refused rows have. */
interface Keys {
  taken: Set<string>;
  refused: Set<string>;
}

function keyOf({ body }: GivenRow): string | null {
  return (body as { externalID?: string } | null)?.externalID ?? null;
}

/** Where the owner of a row would be written to, as people write it differently. */
function addressOf({ body }: GivenRow): string | null {
  const { owner = {} } = body as { owner?: { contactEmail?: string; phoneNumber?: string } };
  const { contactEmail, phoneNumber } = owner;
  if (contactEmail !== undefined) return plainContact(contactEmail).toLowerCase();
  return phoneNumber === undefined ? null : plainContact(phoneNumber).replaceAll(' ', '');
}
