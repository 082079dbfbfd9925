import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Groups } from '#contexts/groups';
import { LocationGuestSettings } from '#contexts/guest-settings';
import { EraseItem, ItemQueries, type ItemRow, itemRecord } from '#contexts/items';
import { EraseContact, LocationQueries, type LocationRow, locationRecord } from '#contexts/locations';
import { type KnownReply, ReplyRecords } from '#contexts/messages';
import { EraseRequest, RequestQueries, type RequestRow, requestRecord } from '#contexts/requests';
import { type Stay, Stays } from '#contexts/stays';
import { Audit, BY_COMMAND_LINE } from '#platform/audit';
import { ErasureJournal, erasedRecords } from './erasure-journal.js';

/** The data stored about an owner, guest or contact person in one Group. */
export interface KnownPerson {
  group: string;
  items: ReturnType<typeof itemRecord>[];
  requests: ReturnType<typeof requestRecord>[];
  /** Where the person is in the contact details. */
  locations: Pick<ReturnType<typeof locationRecord>, 'locationID' | 'contactDetails'>[];
  stays: (Stay & { locationID: string })[];
  /** The answers about these items and Requests. */
  replies: (KnownReply & ({ itemID: number } | { requestID: number }))[];
}

/** The number of records erased in one Group. */
export interface ErasedPerson {
  group: string;
  items: number;
  requests: number;
  locations: number;
  stays: number;
}

interface Found {
  items: ItemRow[];
  requests: RequestRow[];
  locations: LocationRow[];
  stays: (Stay & { locationID: string })[];
}

/** Exports and erases a person's data, found by the current email address of items, Requests, stays and contact persons of Locations. */
@Injectable()
export class Persons {
  constructor(
    private readonly groups: Groups,
    private readonly items: ItemQueries,
    private readonly requests: RequestQueries,
    private readonly locations: LocationQueries,
    private readonly settings: LocationGuestSettings,
    private readonly stays: Stays,
    private readonly replies: ReplyRecords,
    private readonly commands: CommandBus,
    private readonly journal: ErasureJournal,
    private readonly audit: Audit,
  ) {}

  /** @param group only this Group; all Groups when null. @throws NotFound when there is no such Group */
  async export(email: string, group: string | null): Promise<KnownPerson[]> {
    const known: KnownPerson[] = [];
    for (const { id, code } of await this.within(group)) {
      const found = await this.of(id, email);
      if (found === null) continue;
      const { items, requests, stays } = found;
      const locations = found.locations
        .map(locationRecord)
        .map(({ locationID, contactDetails }) => ({ locationID, contactDetails }));
      const counts = countsOf(found);
      await this.audit.tell({ groupID: id, action: 'person.exported', by: BY_COMMAND_LINE, details: counts });
      const replies = await this.repliesOf(id, found);
      known.push({ group: code, items: items.map(itemRecord), requests: requests.map(requestRecord), locations, stays, replies });
    }
    return known;
  }

  /** @throws NotFound when there is no such Group */
  async erase(email: string, group: string | null): Promise<ErasedPerson[]> {
    const found: (Found & { groupID: number; code: string })[] = [];
    const groups = await this.within(group);
    for (const { id: groupID, code } of groups) {
      const all = await this.of(groupID, email);
      if (all !== null) found.push({ groupID, code, ...all });
    }
    const records = found.flatMap(({ code, ...of }) => [
      ...erasedRecords(code, 'item', of.items),
      ...erasedRecords(code, 'request', of.requests),
      ...erasedRecords(code, 'location', of.locations),
    ]);
    // Also when there is nothing now: an older backup may have what was erased otherwise.
    await this.journal.note(email, group, records);
    for (const { id } of groups) await this.settings.forget(id, email);
    const erased: ErasedPerson[] = [];
    for (const { groupID, code, ...of } of found) {
      const { items, requests, locations, stays } = of;
      const counts = countsOf(of);
      for (const { id } of items) await this.commands.execute(new EraseItem(groupID, id));
      for (const { id } of requests) await this.commands.execute(new EraseRequest(groupID, id));
      for (const { id } of locations) await this.commands.execute(new EraseContact(groupID, id, email));
      for (const stay of stays) await this.stays.erase(groupID, stay);
      await this.audit.tell({ groupID, action: 'person.erased', by: BY_COMMAND_LINE, details: counts });
      erased.push({ group: code, ...counts });
    }
    return erased;
  }

  /** Erases one item. @throws NotFound when there is no such Group. @returns false when there is nothing to erase */
  async eraseItem(group: string, id: number): Promise<boolean> {
    const { id: groupID } = await this.groups.byCode(group);
    await this.journal.note(null, group, [{ group, kind: 'item', id }]);
    const erased = await this.commands.execute(new EraseItem(groupID, id));
    if (erased) await this.audit.tell({ groupID, action: 'person.erased', by: BY_COMMAND_LINE, details: { items: 1 } });
    return erased;
  }

  private async repliesOf(groupID: number, { items, requests }: Found): Promise<KnownPerson['replies']> {
    const all: KnownPerson['replies'] = [];
    for (const { id } of items)
      for (const reply of await this.replies.known({ groupID, record: 'item', id })) all.push({ itemID: id, ...reply });
    for (const { id } of requests)
      for (const reply of await this.replies.known({ groupID, record: 'request', id })) all.push({ requestID: id, ...reply });
    return all;
  }

  /** Null when there is nothing about the person. */
  private async of(groupID: number, email: string): Promise<Found | null> {
    const items = await this.items.ofPerson(groupID, email);
    const requests = await this.requests.ofPerson(groupID, email);
    const locations = await this.locations.ofPerson(groupID, email);
    const stays = await this.stays.ofPerson(groupID, email);
    const found = { items, requests, locations, stays };
    return Object.values(found).every((records) => records.length === 0) ? null : found;
  }

  private async within(group: string | null) {
    return group === null ? this.groups.all() : [await this.groups.byCode(group)];
  }
}

function countsOf({ items, requests, locations, stays }: Found) {
  return { items: items.length, requests: requests.length, locations: locations.length, stays: stays.length };
}
