import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { inTurn } from '#platform/concurrency';
import { Beyond, ContextApis, CurrentCaller, Endpoint, Requires, readRequest } from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { Weighs } from '#platform/limits';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { itemRecord } from './item.record.js';
import { NewItemRequest } from './item.requests.js';
import { ItemBatchAnswer, ItemBatchRequest, type ItemBatchResult, itemsOf } from './item-batch.requests.js';
import { callsOf, resultOf } from './item-batch.results.js';
import { registration } from './registration.js';

const PATH = '/api/v2/items/batch';

/** Several items in one call (decisions.md, section 10, Batch). */
@ApiTags('Items')
@Beyond()
@Controller('api/v2/items/batch')
export class ItemBatchController {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
    private readonly apis: ContextApis,
  ) {}

  @Post()
  @Requires('items.register')
  @Weighs((body) => callsOf((body as { items?: unknown } | undefined)?.items))
  @Replays<ItemBatchController, ItemBatchAnswer>((items, { caller, first }) => items.again(caller, first))
  @Endpoint('registerItems', 'Register up to 100 items', {
    description:
      'Each item stands for itself: it is registered and answered as by `POST /items`, whatever becomes of the others. Of items with the ' +
      'same `externalID` the first is registered. The answer is 200 also where every item was refused; only what is no batch is 400. ' +
      'When the service itself fails (5xx), some items may have been registered: a call with an `Idempotency-Key`, which covers the whole ' +
      'batch, can be repeated. Every ten items count as one call of the rate limit.',
    answers: ItemBatchAnswer,
    takesList: true,
  })
  @ApiBody({ type: ItemBatchRequest })
  // Not read as a class: what is wrong with one item must not touch the others.
  async register(@CurrentCaller() caller: Caller, @Body() body: unknown): Promise<ItemBatchAnswer> {
    const results = await inTurn(itemsOf(body), externalIDOf, (item) => this.one(caller, item));
    return { results };
  }

  /** The answer to a repeated batch, its items as they are now: 404 for those gone or out of reach since. */
  async again(caller: Caller, { results }: ItemBatchAnswer): Promise<ItemBatchAnswer> {
    const reading = results.map(({ item, ...refused }) =>
      item ? this.resultOf(caller, () => this.items.one(caller, item.ID)) : refused,
    );
    return { results: await Promise.all(reading) };
  }

  private one(caller: Caller, item: unknown): Promise<ItemBatchResult> {
    return this.resultOf(caller, async () => this.commands.execute(registration(caller, readRequest(NewItemRequest, item))));
  }

  private resultOf(caller: Caller, work: () => Promise<ItemRow>): Promise<ItemBatchResult> {
    return resultOf(async () => ({ status: 201, item: itemRecord(await work()) }), {
      caller,
      path: PATH,
      kinds: this.apis.problems,
    });
  }
}

function externalIDOf(item: unknown): string | null {
  const key = (item as { externalID?: unknown } | null)?.externalID;
  return typeof key === 'string' ? key.trim() : null;
}
