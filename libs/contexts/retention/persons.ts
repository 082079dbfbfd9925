import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Groups } from '#contexts/groups';
import { EraseItem, ItemQueries, type ItemRow, itemRecord } from '#contexts/items';
import { EraseRequest, RequestQueries, type RequestRow, requestRecord } from '#contexts/requests';
import { type ErasedRecord, ErasureJournal } from './erasure-journal.js';

/** The data stored about an owner or guest in one Group. */
export interface KnownPerson {
  group: string;
  items: ReturnType<typeof itemRecord>[];
  requests: ReturnType<typeof requestRecord>[];
}

/** The number of records erased in one Group. */
export interface ErasedPerson {
  group: string;
  items: number;
  requests: number;
}

/** Exports and erases the data of a person, identified by the current email address of items and Requests. */
@Injectable()
export class Persons {
  constructor(
    private readonly groups: Groups,
    private readonly items: ItemQueries,
    private readonly requests: RequestQueries,
    private readonly commands: CommandBus,
    private readonly journal: ErasureJournal,
  ) {}

  /** @param group only this Group; all Groups when null. @throws NotFound when there is no such Group */
  async export(email: string, group: string | null): Promise<KnownPerson[]> {
    const known: KnownPerson[] = [];
    for (const { id, code } of await this.within(group)) {
      const items = await this.items.ofPerson(id, email);
      const requests = await this.requests.ofPerson(id, email);
      if (items.length + requests.length === 0) continue;
      known.push({ group: code, items: items.map(itemRecord), requests: requests.map(requestRecord) });
    }
    return known;
  }

  /** @throws NotFound when there is no such Group */
  async erase(email: string, group: string | null): Promise<ErasedPerson[]> {
    const found: { groupID: number; code: string; items: ItemRow[]; requests: RequestRow[] }[] = [];
    for (const { id: groupID, code } of await this.within(group)) {
      const items = await this.items.ofPerson(groupID, email);
      const requests = await this.requests.ofPerson(groupID, email);
      if (items.length + requests.length > 0) found.push({ groupID, code, items, requests });
    }
    const records = found.flatMap(({ code, items, requests }) => [
      ...items.map(({ id }): ErasedRecord => ({ group: code, kind: 'item', id })),
      ...requests.map(({ id }): ErasedRecord => ({ group: code, kind: 'request', id })),
    ]);
    // Also when there is nothing now: an older backup may have what was erased otherwise.
    await this.journal.note(email, group, records);
    const erased: ErasedPerson[] = [];
    for (const { groupID, code, items, requests } of found) {
      for (const { id } of items) await this.commands.execute(new EraseItem(groupID, id));
      for (const { id } of requests) await this.commands.execute(new EraseRequest(groupID, id));
      erased.push({ group: code, items: items.length, requests: requests.length });
    }
    return erased;
  }

  /** Erases one item. @throws NotFound when there is no such Group. @returns false when there is nothing to erase */
  async eraseItem(group: string, id: number): Promise<boolean> {
    const { id: groupID } = await this.groups.byCode(group);
    await this.journal.note(null, group, [{ group, kind: 'item', id }]);
    return this.commands.execute(new EraseItem(groupID, id));
  }

  private async within(group: string | null) {
    return group === null ? this.groups.all() : [await this.groups.byCode(group)];
  }
}
