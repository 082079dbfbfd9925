import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Beyond, CurrentCaller, Endpoint, IfMatch, LocationID, Problems, Requires, versioned } from '#platform/http';
import { type Caller, type ExpectedVersions, UnknownReferences } from '#platform/kernel';
import { CARRIER_CHOICE, type CarrierChoice } from '../commands/carrier-choice.js';
import { ChangeShipping } from '../commands/location.commands.js';
import { LocationQueries, type LocationRow } from '../read-model/location.queries.js';
import { LocationShippingRecord, locationShippingRecord } from './location-shipping.record.js';
import { ShippingRatesRequest, shippingOf } from './location-shipping.requests.js';

/** At which rates a Location ships to owners (decisions.md, section 12). */
@Beyond()
@Controller('api/v2/locations/:locationID/shipping')
export class LocationShippingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly locations: LocationQueries,
    @Inject(CARRIER_CHOICE) private readonly carriers: CarrierChoice,
  ) {}

  @Get()
  @Requires('locations.terms')
  @Endpoint('getLocationShipping', 'Get the shipping rates of a Location', {
    description:
      'Returns who pays for shipments, and the rates. Without rates everything is sent everywhere, and nobody is asked to ' +
      'pay. `carrierID` is the connection of the carrier that sells labels, null once that is switched off or deleted.',
    answers: LocationShippingRecord,
  })
  async one(@CurrentCaller() caller: Caller, @LocationID() locationID: string) {
    return this.shown(caller, await this.locations.one(caller, locationID));
  }

  @Put()
  @Requires('locations.edit')
  @Endpoint('changeLocationShipping', 'Set the shipping rates of a Location', {
    description:
      'Replaces all rates: send the whole list. For an item, a rate that names the country goes before one for all ' +
      'others, then one that names the weight; where none fits, the owner cannot have the item sent. Where the guest ' +
      'pays, the item gets a `payment`, and is sent once that is paid: by the rates, or with `pricing` `carrier` at what its cheapest ' +
      'offer and the `handlingFee` cost at the time. What is of a handling or category in ' +
      '`notShipped` is never sent (409 `not_shippable`).',
    answers: LocationShippingRecord,
  })
  @Problems('limit_reached')
  async change(
    @CurrentCaller() caller: Caller,
    @LocationID() locationID: string,
    @Body() body: ShippingRatesRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    const shipping = shippingOf(body);
    await this.locations.one(caller, locationID);
    const { carrierID } = shipping;
    if (carrierID != null && !(await this.carriers.isFor(caller.group.id, carrierID, locationID))) {
      throw new UnknownReferences(['carrierID']);
    }
    return this.shown(caller, await this.commands.execute(new ChangeShipping(caller, locationID, shipping, expected)));
  }

  private async shown({ group }: Caller, row: LocationRow) {
    const carrierID = row.shipping?.carrierID ?? null;
    const hasCarrier = carrierID !== null && (await this.carriers.isFor(group.id, carrierID, row.location_id));
    return versioned(row, ({ shipping }) => locationShippingRecord(shipping, hasCarrier));
  }
}
