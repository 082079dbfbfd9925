import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { Beyond, CurrentCaller, Endpoint, IfMatch, Requires, versioned } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import { type CleanImage, UploadedImage } from '#platform/images';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { effective, NOTHING_SET } from '../domain/guest-settings.js';
import { LocationGuestSettings, type SettingsOwner, type StoredSettings } from '../settings/guest-settings-store.js';
import { GuestSettingsRecord, guestSettingsRecord } from './guest-settings.record.js';
import { GuestSettingsRequest } from './guest-settings.requests.js';

/** Settings for the guests of Locations without their own. */
@Beyond()
@Requires('guest-settings.group')
@Controller('api/v2/guest-settings')
export class GroupGuestSettingsController {
  constructor(private readonly settings: LocationGuestSettings) {}

  @Get()
  @Endpoint('getGuestSettings', 'Get what the Group’s Locations show their guests', {
    description:
      'Returns the values for guest pages and messages of every Location that has not set its own, with defaults where ' +
      'nothing was set.',
    answers: GuestSettingsRecord,
  })
  async one(@CurrentCaller() caller: Caller) {
    return versioned(await this.settings.own(groupOf(caller)), record);
  }

  @Put()
  @Endpoint('changeGuestSettings', 'Update what the Group’s Locations show their guests', {
    description:
      'Changes the given fields for all Locations that have not set their own: omitted ones keep their value, `pickup` is ' +
      'merged field by field, null brings back the default.',
    answers: GuestSettingsRecord,
  })
  async change(@CurrentCaller() caller: Caller, @Body() body: GuestSettingsRequest, @IfMatch() expected: ExpectedVersions) {
    return versioned(await this.settings.change(caller, groupOf(caller), body, expected), record);
  }

  @Post('logo')
  @Replays((settings: GroupGuestSettingsController, { caller }: Repeated<unknown>) => settings.one(caller))
  @Endpoint('uploadLogo', 'Upload the logo of the Group', {
    description:
      'Stores the image, without its metadata, for all Locations without a logo of their own; the logo before is deleted. ' +
      'Its address can be read without a token. 415 for what is no JPG, PNG, GIF or WebP.',
    answers: GuestSettingsRecord,
  })
  async upload(
    @CurrentCaller() caller: Caller,
    @UploadedImage() read: () => Promise<CleanImage>,
    @IfMatch() expected: ExpectedVersions,
  ) {
    return versioned(await this.settings.changeLogo(caller, groupOf(caller), await read(), expected), record);
  }

  @Delete('logo')
  @Endpoint('deleteLogo', 'Delete the logo of the Group', {
    description: 'Takes the Group’s logo away; Locations with one of their own keep it. 204 also where there was none.',
  })
  async remove(@CurrentCaller() caller: Caller, @IfMatch() expected: ExpectedVersions) {
    await this.settings.changeLogo(caller, groupOf(caller), null, expected);
  }
}

const groupOf = ({ group }: Caller): SettingsOwner => ({ groupID: group.id, location: null });

/** Behind the Group's settings there are only the defaults. */
const record = (settings: StoredSettings) => guestSettingsRecord(effective(settings, NOTHING_SET));
