import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiProperty } from '@nestjs/swagger';
import { ActorNames } from '#contexts/sign-in';
import { Beyond, CurrentCaller, Endpoint, type Problem, ProblemDocument, Requires, Shown } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { Weighs } from '#platform/limits';
import { DisposeOfItem } from '../commands/item.commands.js';
import { ItemRecord } from './item.record.js';
import { BatchResults, callsOf } from './item-batch.results.js';
import { DisposalsRequest, disposalOf } from './item-leaving.requests.js';

const BATCH = { path: '/api/v2/items/disposals', status: 200 };

/** The result for one item of `POST /items/disposals`. */
export class DisposalResult {
  @ApiProperty({
    type: 'integer',
    example: 200,
    description: 'The status that `POST /items/{itemID}/disposal` would have answered with',
  })
  status!: number;
  @Shown(ItemRecord, 'With status 200', undefined, { required: false }) item?: ItemRecord;
  @Shown(ProblemDocument, 'With any other status', undefined, { required: false }) error?: Problem;
}

/** The answer to `POST /items/disposals`. */
export class DisposalsAnswer {
  @Shown([DisposalResult], 'One for each item, in the same order') results!: DisposalResult[];
}

/** Disposing of several items in one call (decisions.md, section 13, Disposal). */
@Beyond()
@Controller('api/v2/items/disposals')
export class ItemDisposalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly results: BatchResults,
    private readonly names: ActorNames,
  ) {}

  @Post()
  @Requires('items.edit')
  @Weighs((body) => callsOf((body as { itemIDs?: unknown } | undefined)?.itemIDs))
  @Replays(({ results }: ItemDisposalsController, { caller, first }: Repeated<DisposalsAnswer>) =>
    results.again(caller, BATCH, first),
  )
  @Endpoint('disposeOfItems', 'Dispose of up to 100 items', {
    description:
      'Each item stands for itself: it is disposed of and answered as by `POST /items/{itemID}/disposal`, whatever becomes of the ' +
      'others. The answer is 200 also where every item was refused. An `Idempotency-Key` covers the whole. ' +
      'Every ten items count as one call of the rate limit.',
    answers: DisposalsAnswer,
    takesList: true,
  })
  async dispose(@CurrentCaller() caller: Caller, @Body() { itemIDs, ...body }: DisposalsRequest): Promise<DisposalsAnswer> {
    const disposal = disposalOf(body, await this.names.ofCaller(caller));
    const dispose = (itemID: number) => this.commands.execute(new DisposeOfItem(caller, itemID, disposal));
    return { results: await this.results.all(caller, BATCH, itemIDs, String, dispose) };
  }
}
