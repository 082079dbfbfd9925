import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { GroupGuestSettingsController } from './http/group-guest-settings.controller.js';
import { LocationGuestSettingsController } from './http/guest-settings.controller.js';
import { LocationGuestSettings } from './settings/guest-settings-store.js';

@Module({
  imports: [LocationsModule],
  controllers: [LocationGuestSettingsController, GroupGuestSettingsController],
  providers: [LocationGuestSettings],
  exports: [LocationGuestSettings],
})
export class GuestSettingsModule {}
