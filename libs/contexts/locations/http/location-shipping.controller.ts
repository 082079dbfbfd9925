import { Body, Controller, Get, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Beyond, CurrentCaller, Endpoint, IfMatch, LocationID, Problems, Requires, versioned } from '#platform/http';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { ChangeShipping } from '../commands/location.commands.js';
import { LocationQueries } from '../read-model/location.queries.js';
import { LocationShippingRecord, locationShippingRecord } from './location-shipping.record.js';
import { ShippingRatesRequest, shippingOf } from './location-shipping.requests.js';

/** At which rates a Location ships to owners (decisions.md, section 12). */
@Beyond()
@ApiTags('Locations')
@Controller('api/v2/locations/:locationID/shipping')
export class LocationShippingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly locations: LocationQueries,
  ) {}

  @Get()
  @Requires('locations.terms')
  @Endpoint('getLocationShipping', 'Get the shipping rates of a Location', {
    description:
      'Returns who pays for shipments, and the rates. Without rates everything is sent everywhere, and nobody is asked to ' +
      'pay.',
    answers: LocationShippingRecord,
    versioned: true,
  })
  async one(@CurrentCaller() caller: Caller, @LocationID() locationID: string) {
    return versioned(await this.locations.one(caller, locationID), locationShippingRecord);
  }

  @Put()
  @Requires('locations.edit')
  @Endpoint('changeLocationShipping', 'Set the shipping rates of a Location', {
    description:
      'Replaces all rates: send the whole list. For an item, a rate that names the country goes before one for all ' +
      'others, then one that names the weight; where none fits, the owner cannot have the item sent. Where the guest ' +
      'pays, the item gets a `payment`, and is sent once that is paid.',
    answers: LocationShippingRecord,
    versioned: true,
  })
  @Problems('limit_reached')
  async change(
    @CurrentCaller() caller: Caller,
    @LocationID() locationID: string,
    @Body() body: ShippingRatesRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    const row = await this.commands.execute(new ChangeShipping(caller, locationID, shippingOf(body), expected));
    return versioned(row, locationShippingRecord);
  }
}
