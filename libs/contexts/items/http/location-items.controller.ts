import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer, CurrentCaller, LocationIdParam, listing, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
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
  @ApiOperation({ operationId: 'listLocationItems', summary: 'List the items of a Location, newest first' })
  @Answer(ItemRecord, { list: 'items' })
  async list(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Query() query: LocationItemsQuery,
  ) {
    const page = await this.items.pageOf(caller, locationID, query, filtersOf(query));
    return listing(query, page, itemRecord, (row) => row.id);
  }
}
