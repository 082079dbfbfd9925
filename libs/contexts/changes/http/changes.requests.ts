import { Choice, QueryInteger, Text } from '#platform/http';
import { SUBJECTS } from '../domain/change.js';

/** The filters of changes. */
class ChangeFiltersQuery {
  @Choice(SUBJECTS, { description: 'Changes of this kind of record alone.' }) subject?: string;
  @Text({ min: 1, description: 'Changes at this Location alone.', example: 'demo:1' }) locationID?: string;
}

/** Query of `GET /changes`. */
export class ChangesQuery extends ChangeFiltersQuery {
  @Text({
    min: 1,
    description:
      'Goes on behind this cursor; without it at the oldest change that is kept. `now` begins with what is committed from now on.',
    example: 'now',
  })
  after?: string;
  @QueryInteger({ min: 1, max: 1000, default: 100, description: 'Changes per page, 1 to 1000.' }) limit!: number;
}

/** Query of `GET /changes/stream`. */
export class ChangeStreamQuery extends ChangeFiltersQuery {
  @Text({
    min: 1,
    description: 'Goes on behind this cursor, where no `Last-Event-ID` is sent; without either it begins now.',
    example: 'now',
  })
  after?: string;
}
