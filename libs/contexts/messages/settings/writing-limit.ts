import { Injectable } from '@nestjs/common';
import { RateLimited } from '#platform/http';
import { Counters } from '#platform/limits';
import type { MessageRecord } from '../message.js';

/** How often one person may be written to by hand within an hour. */
const MOST = 10;
const HOUR = 60 * 60;

/** Keeps staff, and whoever has their token, from flooding a person with messages. */
@Injectable()
export class WritingLimit {
  constructor(private readonly counters: Counters) {}

  /** Counts a message about a record. @throws RateLimited */
  async count(groupID: number, record: MessageRecord, id: number): Promise<void> {
    const { points, resets } = await this.counters.raise(`messages/${groupID}/${record}/${id}`, 1, HOUR);
    if (points > MOST) throw new RateLimited(resets / 1000);
  }
}
