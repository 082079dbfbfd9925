import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type GroupDirectory, Groups } from '#contexts/groups';
import { LocationGuestSettings } from '#contexts/guest-settings';
import { EraseItem, type ItemContacts, ItemQueries } from '#contexts/items';
import { EraseContact, LocationQueries } from '#contexts/locations';
import { EraseRequest, type RequestContacts, RequestQueries } from '#contexts/requests';
import { Stays } from '#contexts/stays';
import { Database, tables } from '#platform/database';
import type { Caller } from '#platform/kernel';
import { type ErasedRecord, type Erasure, ErasureJournal, erasedRecords } from './erasure-journal.js';

type Group = Caller['group'];

const db = tables<typeof ItemContacts | typeof RequestContacts | typeof GroupDirectory>();

/** The result of a replay. */
export interface Replayed {
  erasures: number;
  items: number;
  requests: number;
  locations: number;
  stays: number;
  /** Erasures by an address with a hash that was made with a key that isn't held; their records, where known, were erased. */
  unreadable: number;
}

/** Carries out again, on a restored database, what was erased since its backup. Harmless to repeat. */
@Injectable()
export class ReplayErasures {
  constructor(
    private readonly journal: ErasureJournal,
    private readonly groups: Groups,
    private readonly items: ItemQueries,
    private readonly requests: RequestQueries,
    private readonly locations: LocationQueries,
    private readonly settings: LocationGuestSettings,
    private readonly stays: Stays,
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  async run(): Promise<Replayed> {
    const done: Replayed = { erasures: 0, items: 0, requests: 0, locations: 0, stays: 0, unreadable: 0 };
    const groups = await this.groups.all();
    const addresses = new Map<string, string[]>();
    for (const { id, code } of groups) addresses.set(code, await this.addressesIn(id));
    for await (const erasure of this.journal.all()) {
      done.erasures++;
      if (erasure.address && this.journal.isFor(erasure, '') === null) done.unreadable++;
      for (const group of groups) {
        const emails = this.named(erasure, group.code, addresses.get(group.code)!);
        for (const record of await this.recordsOf(erasure, group, emails)) {
          if (!(await this.erase(group, record, erasure.at))) continue;
          if (record.kind === 'item') done.items++;
          else done.requests++;
        }
        done.locations += await this.eraseContacts(erasure, group, emails);
        for (const email of emails) {
          const stays = await this.stays.ofPerson(group.id, email);
          for (const stay of stays) await this.stays.erase(group.id, stay);
          done.stays += stays.length;
        }
      }
    }
    return done;
  }

  private async recordsOf(erasure: Erasure, { id, code }: Group, emails: readonly string[]): Promise<ErasedRecord[]> {
    const records = erasure.records.filter(({ group, kind }) => group === code && kind !== 'location');
    for (const email of emails) {
      records.push(...erasedRecords(code, 'item', await this.items.ofPerson(id, email)));
      records.push(...erasedRecords(code, 'request', await this.requests.ofPerson(id, email)));
    }
    return records;
  }

  /** @returns at how many Locations a contact person was erased */
  private async eraseContacts(erasure: Erasure, { id: groupID, code }: Group, emails: readonly string[]): Promise<number> {
    let erased = 0;
    const erase = async (id: number, email: string | null) => {
      if (await this.commands.execute(new EraseContact(groupID, id, email))) erased++;
    };
    for (const email of emails) {
      await this.settings.forget(groupID, email);
      for (const { id } of await this.locations.ofPerson(groupID, email)) await erase(id, email);
    }
    if (erasure.address === null || this.journal.isFor(erasure, '') !== null) return erased;
    // The contact person can't be read. Contact details of a Location that was changed since may be the next person's.
    for (const { group, kind, id } of erasure.records) {
      if (kind !== 'location' || group !== code) continue;
      if (await this.locations.isUnchangedSince(groupID, id, erasure.at)) await erase(id, null);
    }
    return erased;
  }

  /** The addresses that the erasure was for. */
  private named(erasure: Erasure, code: string, addresses: readonly string[]): readonly string[] {
    if (erasure.group !== null && erasure.group !== code) return [];
    return addresses.filter((address) => this.journal.isFor(erasure, address));
  }

  /** A record made after the erasure is another one: the restored database has given out its number again. */
  private async erase({ id: groupID }: Group, { kind, id }: ErasedRecord, at: string): Promise<boolean> {
    const madeAt = await (kind === 'item' ? this.items : this.requests).madeAt(groupID, id);
    if (madeAt === null || madeAt > new Date(at)) return false;
    return this.commands.execute(kind === 'item' ? new EraseItem(groupID, id) : new EraseRequest(groupID, id));
  }

  private async addressesIn(groupID: number): Promise<string[]> {
    const rows = await this.database.query(
      db
        .selectFrom('item_contacts')
        .select('email')
        .where('group_id', '=', groupID)
        .where('email', 'is not', null)
        .union(db.selectFrom('request_contacts').select('email').where('group_id', '=', groupID).where('email', 'is not', null)),
    );
    const contacts = [
      ...(await this.locations.contactAddresses(groupID)),
      ...(await this.settings.addresses(groupID)),
      ...(await this.stays.addresses(groupID)),
    ];
    return [...new Set([...rows.map(({ email }) => email!.toLowerCase()), ...contacts])];
  }
}
