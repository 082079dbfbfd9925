import { Choice, InOrder, MomentOrDay, QueryInteger, Text } from '#platform/http';
import { ACTION_NAMES } from '../actions.js';

/** Query of `GET /audit`. */
@InOrder('from', 'to')
export class AuditQuery {
  @Text({
    min: 1,
    description:
      'Goes on behind this cursor; without it at the oldest entry that is kept. `now` begins with what is done from now on.',
    example: 'now',
  })
  after?: string;
  @QueryInteger({ min: 1, max: 1000, default: 100, description: 'Entries per page, 1 to 1000.' }) limit!: number;
  @MomentOrDay('start', { description: 'What was done at this time or later.' }) from?: Date;
  @MomentOrDay('end', { description: 'What was done at this time or earlier.' }) to?: Date;
  @Choice(ACTION_NAMES, { description: 'This action alone.', example: 'sign-in' }) action?: string;
  @QueryInteger({
    min: 1,
    clamp: true,
    description: 'What this user did, and what was done to it; nothing for an unknown one.',
    example: 1,
  })
  userID?: number;
}
