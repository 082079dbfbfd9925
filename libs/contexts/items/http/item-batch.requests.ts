import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsDefined } from 'class-validator';
import { type Problem, ProblemDocument, readRequest, Shown } from '#platform/http';
import { ItemRecord } from './item.record.js';
import { NewItemRequest } from './item.requests.js';

/** The most items of a batch (decisions.md, section 10, Batch). */
const MOST = 100;

const EXAMPLE = {
  locationID: 'demo:1',
  item: 'Phone charger',
  location: 'Room 312',
  departuredDate: '2026-11-20 11:00:00',
  shipping: {},
};

/** `POST /items/batch`. */
@ApiExtraModels(NewItemRequest)
export class ItemBatchRequest {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MOST,
    description: 'The bodies of `POST /items`. Each is judged by itself.',
    example: [EXAMPLE],
    items: { anyOf: [{ $ref: getSchemaPath(NewItemRequest) }, { description: 'Anything else is refused in its place.' }] },
  })
  @IsDefined({ message: 'Is required.', context: { code: 'required' } })
  @ArrayMaxSize(MOST, { message: `Must have at most ${MOST} elements.`, context: { code: 'too_long' } })
  @ArrayNotEmpty({ message: 'Must have at least one element.', context: { code: 'too_short' } })
  @IsArray({ message: 'Must be an array.', context: { code: 'invalid_type' } })
  items!: unknown[];
}

/** The result for one item of a batch. */
export class ItemBatchResult {
  @ApiProperty({ type: 'integer', example: 201, description: 'The status that `POST /items` would have answered with' })
  status!: number;
  @Shown(ItemRecord, 'With status 201', undefined, { required: false }) item?: ItemRecord;
  @Shown(ProblemDocument, 'With any other status; its fields are named as in the item’s own body', undefined, { required: false })
  error?: Problem;
}

/** The answer to `POST /items/batch`: a result for each item, in the same order. */
export class ItemBatchAnswer {
  @Shown([ItemBatchResult], 'One for each item, in the same order') results!: ItemBatchResult[];
}

/**
 * The items of a batch, none of which has been judged: what is wrong with one must not touch the others.
 * @throws ValidationFailed when there are none or too many, or there is anything beside them
 */
export function itemsOf(body: unknown = {}): unknown[] {
  const items = (body as { items?: unknown } | null)?.items;
  readRequest(ItemBatchRequest, Array.isArray(items) ? { ...(body as object), items: items.map(() => null) } : body);
  return items as unknown[];
}
