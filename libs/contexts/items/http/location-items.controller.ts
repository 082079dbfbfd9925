import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Endpoint, LocationID, listing, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { placeOfItem } from '../read-model/item.order.js';
import { ItemQueries } from '../read-model/item.queries.js';
import { ItemRecord, itemRecord } from './item.record.js';
import { filtersOf, LocationItemsQuery } from './items.query.js';

/** The items of one Location (api-v2.md, Endpoints, Locations). */
@ApiTags('Locations')
@Controller('api/v2/locations')
export class LocationItemsController {
  constructor(private readonly items: ItemQueries) {}

  @Get(':locationID/items')
  @Requires('items.read')
  @Endpoint('listLocationItems', 'List the items of a Location', {
    description:
      'Returns the items registered at the Location, with the filters and the order of `GET /items`; newest first unless ' +
      '`sort` says otherwise.',
    answers: ItemRecord,
    list: 'items',
  })
  async list(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: LocationItemsQuery) {
    const page = await this.items.pageOf(caller, locationID, query, filtersOf(query));
    return listing(query, page, itemRecord, placeOfItem(query.sort));
  }
}
