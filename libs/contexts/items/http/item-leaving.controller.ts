import { Body, Controller, Get, Post, Req, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { ActorNames } from '#contexts/sign-in';
import {
  Beyond,
  type Change,
  Changed,
  CurrentCaller,
  Endpoint,
  ID,
  Problems,
  Produces,
  Requires,
  versioned,
} from '#platform/http';
import { Replays } from '#platform/idempotency';
import { cleanImage, NotAPicture, turnOf } from '#platform/images';
import { type Caller, ValidationFailed } from '#platform/kernel';
import { DisposeOfItem, HandOverItem } from '../commands/item.commands.js';
import { ItemQueries } from '../read-model/item.queries.js';
import { ItemRecord, itemRecord } from './item.record.js';
import { DisposalRequest, disposalOf, HandoverRequest, signatureOf } from './item-leaving.requests.js';

/** How items leave the Location (decisions.md, section 13, Hand-over and Disposal). */
@Beyond()
@Requires('items.edit')
@Controller('api/v2/items/:itemID')
export class ItemLeavingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
    private readonly names: ActorNames,
  ) {}

  @Post('handover')
  @Replays(async (leaving: ItemLeavingController, { caller, first }) =>
    versioned(await leaving.items.one(caller, first.ID), itemRecord),
  )
  @Endpoint('handOverItem', 'Hand an item over', {
    description:
      'Records who took the item and how they were known: it is `finished`, its `outcome` `handed-over`. 409 `transition_not_allowed` ' +
      'once it is finished or anonymized, 409 `on_hold` while it is on hold. `PUT /items/{itemID}/reopen` takes it back. The signature ' +
      'is read by `GET /items/{itemID}/handover/signature`.',
    answers: ItemRecord,
    // For the signature.
    takesList: true,
  })
  @Problems('transition_not_allowed', 'on_hold', 'conflict', 'limit_reached')
  async handOver(
    @Changed('itemID') { caller, id: itemID, expected }: Change,
    @Body() body: HandoverRequest,
    @Req() request: Request,
  ) {
    const { to, identification, markMatched = null, note = null } = body;
    const signature = signatureOf(body);
    const image = signature && (await cleanImage(signature, turnOf(request)).catch(noneOf));
    if (signature && image?.extension !== 'png') {
      throw new ValidationFailed([{ field: 'signature', code: 'invalid_format', message: 'Is no PNG that can be read.' }]);
    }
    const handover = { to, identification, markMatched, note, by: await this.names.ofCaller(caller) };
    const command = new HandOverItem(caller, itemID, { handover, signature }, expected);
    return versioned(await this.commands.execute(command), itemRecord);
  }

  @Get('handover/signature')
  @Produces('image/*')
  @Endpoint('getHandoverSignature', 'Get the signature of a hand-over', {
    description: 'Returns the PNG as it was given. 404 where the item was not handed over, or without a signature.',
    sends: {
      status: 200,
      description: 'The image.',
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    },
  })
  async signature(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const png = await this.items.signatureOf(caller, itemID);
    return new StreamableFile(png, { type: 'image/png', disposition: 'inline', length: png.length });
  }

  @Post('disposal')
  @Replays(async (leaving: ItemLeavingController, { caller, first }) =>
    versioned(await leaving.items.one(caller, first.ID), itemRecord),
  )
  @Endpoint('disposeOfItem', 'Dispose of an item', {
    description:
      'Records what became of an item that nobody fetched: it is `finished`, its `outcome` `disposed`. Before its storage ends it ' +
      'needs a `reason`. 409 `transition_not_allowed` once it is finished or anonymized, 409 `on_hold` while it is on hold. ' +
      '`PUT /items/{itemID}/reopen` takes it back.',
    answers: ItemRecord,
  })
  @Problems('transition_not_allowed', 'on_hold', 'conflict', 'limit_reached')
  async dispose(@Changed('itemID') { caller, id: itemID, expected }: Change, @Body() body: DisposalRequest) {
    const disposal = disposalOf(body, await this.names.ofCaller(caller));
    return versioned(await this.commands.execute(new DisposeOfItem(caller, itemID, disposal, expected)), itemRecord);
  }
}

function noneOf(error: unknown): null {
  if (error instanceof NotAPicture) return null;
  throw error;
}
