import { Injectable } from '@nestjs/common';
import { itemStream } from '#contexts/items';
import { requestStream } from '#contexts/requests';
import { Database, serviceTime } from '#platform/database';
import { Histories } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { Letters } from '../delivery/letters.js';
import { readSubject, type Subject } from '../delivery/subjects.js';
import type { Channel, MessageStatus, MessageSubject } from '../message.js';
import { SealedTexts } from '../sealed-texts.js';
import type { MessageRow } from './message.queries.js';

/** The states of messages that were not said, and may still be. */
const UNSAID: readonly MessageStatus[] = ['waiting', 'held'];

/** Tells what messages say to owners and guests. */
@Injectable()
export class MessageTexts {
  constructor(
    private readonly database: Database,
    private readonly texts: SealedTexts,
    private readonly letters: Letters,
    private readonly histories: Histories,
    private readonly clock: Clock,
  ) {}

  /**
   * The texts of one record's messages, as sent or as they would go out now, as plain text; null where nothing was said, and of messages
   * that were sent before texts were kept.
   */
  async of(record: 'item' | 'request', messages: readonly { row: MessageRow; channel: Channel }[]): Promise<(string | null)[]> {
    const unsaid = messages.filter(({ row }) => isUnsaid(row)).map(({ row }) => row);
    const subjects = await this.subjectsOf(unsaid);
    const own = await this.ownWords(record, unsaid);
    return Promise.all(
      messages.map(async ({ row, channel }) => {
        if (row.sealed_text !== null) return this.texts.open(row, row.sealed_text);
        const about = isUnsaid(row) ? subjects.get(row.subject) : undefined;
        if (!about) return null;
        const { rendered } = await this.letters.write(
          [{ ...row, about, text: own.get(row.version) ?? null, change: null }],
          channel,
        );
        return channel === 'sms' ? rendered.sms : rendered.text;
      }),
    );
  }

  /** Subjects of the messages: there are three subjects of an item at most. */
  private async subjectsOf(rows: readonly MessageRow[]): Promise<Map<MessageSubject, Subject>> {
    const firsts = new Map(rows.map((row) => [row.subject, row]));
    const read = [...firsts.values()].map(
      async (row) => [row.subject, await readSubject(this.database, row, serviceTime(this.clock))] as const,
    );
    return new Map((await Promise.all(read)).flatMap(([subject, about]) => (about ? [[subject, about]] : [])));
  }

  /** Staff's own words, by version. */
  private async ownWords(record: 'item' | 'request', rows: readonly MessageRow[]): Promise<Map<number, string>> {
    const own = new Map<number, string>();
    const row = rows.find(({ kind }) => kind === 'text');
    if (!row) return own;
    const { group_id, subject_id } = row;
    const pages =
      record === 'item'
        ? this.histories.pages(itemStream.of(group_id, subject_id), ['OwnerWrittenTo'])
        : this.histories.pages(requestStream.of(group_id, subject_id), ['GuestWrittenTo']);
    for await (const events of pages)
      for (const { version, data } of events) if ('text' in data && data.text !== null) own.set(version, data.text);
    return own;
  }
}

function isUnsaid({ sealed_text, status }: MessageRow): boolean {
  return sealed_text === null && UNSAID.includes(status);
}
