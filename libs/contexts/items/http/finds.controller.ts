import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags, OmitType } from '@nestjs/swagger';
import {
  Beyond,
  type Change,
  Changed,
  CurrentCaller,
  Endpoint,
  listing,
  OrderedQuery,
  Problems,
  Requires,
  versioned,
} from '#platform/http';
import { type Caller, Clock, DomainError, NotFound } from '#platform/kernel';
import { UpdateOwnFind } from '../commands/item.commands.js';
import { placeOfItem } from '../read-model/item.order.js';
import { ItemQueries } from '../read-model/item.queries.js';
import { ItemRecord, itemRecord } from './item.record.js';
import { ItemUpdateRequest } from './item.requests.js';
import { itemChanges } from './registration.js';

const DAY = 24 * 60 * 60 * 1000;

class OwnFindsQuery extends OrderedQuery(10) {}

/** `PUT /me/finds/:itemID`: the fields of an item, but its owner. */
class OwnFindRequest extends OmitType(ItemUpdateRequest, ['owner'] as const) {}

/** Recent registrations of a user (decisions.md, section 13, Own finds): also for roles that read no items. */
@ApiTags('Items')
@Beyond()
@Requires('items.own-finds')
@Controller('api/v2/me/finds')
export class FindsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint('listMyFinds', 'List the own finds', {
    description:
      'Users alone. The items that the user registered in the last 24 hours, without those deleted, as `GET /items` lists them.',
    answers: ItemRecord,
    list: 'items',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: OwnFindsQuery) {
    const createdFrom = new Date(this.clock.now().getTime() - DAY);
    const page = await this.items.page(caller, query, { registeredBy: userID(caller), createdFrom });
    return listing(query, page, itemRecord, placeOfItem(query.sort));
  }

  @Put(':itemID')
  @Endpoint('updateMyFind', 'Update an own find', {
    description:
      'Users alone. Changes the given fields of an item that the user registered, but not its owner, within 60 minutes of ' +
      'registering; 409 `conflict` later. What others registered is 404.',
    answers: ItemRecord,
  })
  @Problems('conflict', 'external_id_taken', 'limit_reached')
  async update(@Changed('itemID') { caller, id: itemID, expected }: Change, @Body() body: OwnFindRequest) {
    const { registered_by: registeredBy } = await this.items.one(caller, itemID);
    if (registeredBy !== userID(caller)) throw new NotFound('The item');
    const command = new UpdateOwnFind(caller, itemID, itemChanges(body), expected);
    return versioned(await this.commands.execute(command), itemRecord);
  }
}

/** @throws DomainError `forbidden` for an API token, which the capability keeps out already */
function userID({ actor }: Caller): number {
  if (actor.type !== 'user') throw new DomainError('forbidden', 'forbidden', 'Only users have finds of their own.');
  return actor.userID;
}
