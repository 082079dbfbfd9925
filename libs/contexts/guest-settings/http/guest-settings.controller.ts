import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { LocationQueries } from '#contexts/locations';
import { Beyond, CurrentCaller, Endpoint, IfMatch, LocationID, Requires, versioned } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import { type CleanImage, UploadedImage } from '#platform/images';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { LocationGuestSettings, type SettingsOwner } from '../settings/guest-settings-store.js';
import { GuestSettingsRecord, guestSettingsRecord } from './guest-settings.record.js';
import { GuestSettingsRequest } from './guest-settings.requests.js';

/** A Location as its guests see it (decisions.md, section 12, Looks and law). */
@Beyond()
@Controller('api/v2/locations/:locationID/guest-settings')
export class LocationGuestSettingsController {
  constructor(
    private readonly locations: LocationQueries,
    private readonly settings: LocationGuestSettings,
  ) {}

  @Get()
  @Requires('locations.terms')
  @Endpoint('getLocationGuestSettings', 'Get what a Location shows its guests', {
    description:
      'Returns the Location’s own values: those for guest pages and messages. Null where those of its Group apply (`GET ' +
      '/guest-settings`).',
    answers: GuestSettingsRecord,
  })
  async one(@CurrentCaller() caller: Caller, @LocationID() locationID: string) {
    return versioned(await this.settings.own(await this.owner(caller, locationID)), guestSettingsRecord);
  }

  @Put()
  @Requires('locations.edit')
  @Endpoint('changeLocationGuestSettings', 'Update what a Location shows its guests', {
    description:
      'Changes the given fields of guest pages and messages: omitted ones keep their value, `pickup` is merged field by ' +
      'field, null inherits from the Group.',
    answers: GuestSettingsRecord,
  })
  async change(
    @CurrentCaller() caller: Caller,
    @LocationID() locationID: string,
    @Body() body: GuestSettingsRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    return versioned(
      await this.settings.change(caller, await this.owner(caller, locationID), body, expected),
      guestSettingsRecord,
    );
  }

  @Post('logo')
  @Requires('locations.edit')
  @Replays((settings: LocationGuestSettingsController, { caller, params }: Repeated<unknown>) =>
    settings.one(caller, params.locationID!),
  )
  @Endpoint('uploadLocationLogo', 'Upload the logo of a Location', {
    description:
      'Stores the image, without its metadata, and shows it on guest pages and in messages; the logo before is deleted. ' +
      'Its address can be read without a token. 415 for what is no JPG, PNG, GIF or WebP.',
    answers: GuestSettingsRecord,
  })
  async upload(
    @CurrentCaller() caller: Caller,
    @LocationID() locationID: string,
    @UploadedImage() read: () => Promise<CleanImage>,
    @IfMatch() expected: ExpectedVersions,
  ) {
    const owner = await this.owner(caller, locationID);
    return versioned(await this.settings.changeLogo(caller, owner, await read(), expected), guestSettingsRecord);
  }

  @Delete('logo')
  @Requires('locations.edit')
  @Endpoint('deleteLocationLogo', 'Delete the logo of a Location', {
    description: 'Takes the Location’s own logo away: that of its Group applies then. 204 also where it had none.',
  })
  async remove(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @IfMatch() expected: ExpectedVersions) {
    await this.settings.changeLogo(caller, await this.owner(caller, locationID), null, expected);
  }

  private async owner(caller: Caller, locationID: string): Promise<SettingsOwner> {
    const { id } = await this.locations.one(caller, locationID);
    return { groupID: caller.group.id, location: { id, locationID } };
  }
}
