import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Beyond, CurrentCaller, Endpoint, Replays, Requires, versioned } from '#platform/http';
import { type CleanImage, UploadedImage } from '#platform/images';
import type { Caller } from '#platform/kernel';
import { effective, NOTHING_SET } from '../domain/guest-settings.js';
import { LocationGuestSettings, type SettingsOwner, type StoredSettings } from '../settings/guest-settings-store.js';
import { GuestSettingsRecord, guestSettingsRecord } from './guest-settings.record.js';
import { GuestSettingsRequest } from './guest-settings.requests.js';

/** What applies to the guests of Locations that have not set it themselves. */
@ApiTags('Locations')
@Beyond()
@Controller('api/v2/guest-settings')
export class GroupGuestSettingsController {
  constructor(private readonly settings: LocationGuestSettings) {}

  @Get()
  @Requires('guest-settings.group')
  @Endpoint('getGuestSettings', 'Get what the Group’s Locations show their guests', {
    description: 'Applies to every Location that has not set a value itself.',
    answers: GuestSettingsRecord,
    versioned: true,
  })
  async one(@CurrentCaller() caller: Caller) {
    return versioned(await this.settings.own(groupOf(caller)), record);
  }

  @Put()
  @Requires('guest-settings.group')
  @Endpoint('changeGuestSettings', 'Update what the Group’s Locations show their guests', {
    description: 'Omitted fields keep their value; `pickup` is merged field by field; null brings back the default.',
    answers: GuestSettingsRecord,
    versioned: true,
  })
  async change(@CurrentCaller() caller: Caller, @Body() body: GuestSettingsRequest) {
    return versioned(await this.settings.change(groupOf(caller), body), record);
  }

  @Post('logo')
  @Requires('guest-settings.group')
  @Replays((settings: GroupGuestSettingsController, { caller }) => settings.one(caller))
  @Endpoint('uploadLogo', 'Upload the logo of the Group', {
    description: 'Replaces the logo before. Its address can be read without a token.',
    answers: GuestSettingsRecord,
    versioned: true,
  })
  async upload(@CurrentCaller() caller: Caller, @UploadedImage() read: () => Promise<CleanImage>) {
    return versioned(await this.settings.changeLogo(groupOf(caller), await read()), record);
  }

  @Delete('logo')
  @Requires('guest-settings.group')
  @Endpoint('deleteLogo', 'Delete the logo of the Group')
  async remove(@CurrentCaller() caller: Caller) {
    await this.settings.changeLogo(groupOf(caller), null);
  }
}

const groupOf = ({ group }: Caller): SettingsOwner => ({ groupID: group.id, location: null });

/** Behind the Group's settings there are only the defaults. */
const record = (settings: StoredSettings) => guestSettingsRecord(effective(settings, NOTHING_SET));
