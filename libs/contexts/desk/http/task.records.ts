import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ItemRecord } from '#contexts/items';
import { RequestRecord } from '#contexts/requests';
import { NULLABLE, Shown, Text } from '#platform/http';

/** Work to do, in the order that it is listed in (decisions.md, section 13, Work list). */
export const TASK_KINDS = [
  'reply',
  'hand-over',
  'pack',
  'shipment-problem',
  'guest-answered',
  'no-contact',
  'ending',
  'message-failed',
  'payment',
  'match',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** `GET /desk/tasks`. */
export class TasksQuery {
  @Text({ min: 1, description: 'What is to be done at this Location', example: 'demo:1' }) locationID?: string;
}

/** Work of one kind. */
@ApiExtraModels(ItemRecord, RequestRecord)
export class Task {
  @ApiProperty({
    enum: TASK_KINDS,
    description:
      '`reply`: items and Requests with a reply that nobody has read; ' +
      '`hand-over`: items `pickup-by-guest`; `pack`: items `shipment-paid`; `shipment-problem`: items with a parcel in trouble, until ' +
      'they are closed; `guest-answered`: Requests whose question was answered, ' +
      'until they are matched, asked again or closed; `no-contact`: items `contact-missing`; `ending`: items whose storage ends ' +
      'within 7 days, but those on hold; `message-failed`: items and Requests on their way whose owner or guest was not reached, ' +
      'until a later message is; `payment`: items whose payment has been open or failed for 3 days; `match`: ' +
      'open Requests with a candidate of 0.8 or more',
    example: 'reply',
  })
  kind!: TaskKind;
  @Shown('integer', 'How many records wait', 1) count!: number;
  @Shown(String, 'Since when the first of them has been to be done; null where nothing is', '2026-11-21 02:05:00.000', NULLABLE)
  oldest!: string | null;
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(ItemRecord) }, { $ref: getSchemaPath(RequestRecord) }] },
    description: 'Up to 20 of them, those that have waited longest first',
  })
  records!: (ItemRecord | RequestRecord)[];
}

/** The answer to `GET /desk/tasks`. */
export class TaskList {
  @Shown([Task], 'Every kind, also where nothing is to be done') tasks!: Task[];
}
