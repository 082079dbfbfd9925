import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody } from '@nestjs/swagger';
import { inPieces } from '#platform/concurrency';
import { Beyond, CurrentCaller, Endpoint, Requires, readRequest } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import { type Caller, ValidationFailed } from '#platform/kernel';
import { Weighs } from '#platform/limits';
import { NewItemRequest } from './item.requests.js';
import { ItemBatchAnswer, ItemBatchRequest, itemsOf } from './item-batch.requests.js';
import { BatchResults, callsOf } from './item-batch.results.js';
import { registration } from './registration.js';

const BATCH = { path: '/api/v2/items/batch', status: 201 };

/** Several items in one call (decisions.md, section 10, Batch). */
@Beyond()
@Controller('api/v2/items/batch')
export class ItemBatchController {
  constructor(
    private readonly commands: CommandBus,
    private readonly results: BatchResults,
  ) {}

  @Post()
  @Requires('items.register')
  @Weighs((body) => callsOf((body as { items?: unknown } | undefined)?.items))
  @Replays(({ results }: ItemBatchController, { caller, first }: Repeated<ItemBatchAnswer>) =>
    results.again(caller, BATCH, first),
  )
  @Endpoint('registerItems', 'Register up to 100 items', {
    description:
      'Each item stands for itself: it is registered and answered as by `POST /items`, whatever becomes of the others. Of items with the ' +
      'same `externalID` the first is registered. The answer is 200 also where every item was refused; only what is no batch is 400. ' +
      'When the service itself fails (5xx), some items may have been registered: a call with an `Idempotency-Key`, which covers the ' +
      'whole batch, can be repeated. Every ten items count as one call of the rate limit.',
    answers: ItemBatchAnswer,
    takesList: true,
  })
  @ApiBody({ type: ItemBatchRequest })
  // Not read as a class: what is wrong with one item must not touch the others.
  async register(@CurrentCaller() caller: Caller, @Body() body: unknown): Promise<ItemBatchAnswer> {
    const items = await inPieces(itemsOf(body), readItem);
    const register = async (item: NewItemRequest | ValidationFailed) => {
      if (item instanceof ValidationFailed) throw item;
      return this.commands.execute(registration(caller, item));
    };
    return { results: await this.results.all(caller, BATCH, items, externalIDOf, register) };
  }
}

/** The item of a body, or what is wrong with it. */
function readItem(given: unknown): NewItemRequest | ValidationFailed {
  try {
    return readRequest(NewItemRequest, given);
  } catch (error) {
    if (error instanceof ValidationFailed) return error;
    throw error;
  }
}

function externalIDOf(item: NewItemRequest | ValidationFailed): string | null {
  return item instanceof ValidationFailed ? null : (item.externalID ?? null);
}
