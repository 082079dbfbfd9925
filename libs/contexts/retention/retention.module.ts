import { Module } from '@nestjs/common';
import { GroupsModule } from '#contexts/groups';
import { GuestSettingsModule } from '#contexts/guest-settings';
import { ItemsModule } from '#contexts/items';
import { LocationsModule } from '#contexts/locations';
import { MessagesModule } from '#contexts/messages';
import { RequestsModule } from '#contexts/requests';
import { StaysModule } from '#contexts/stays';
import { ErasureJournal } from './erasure-journal.js';
import { Orphans } from './orphans.js';
import { Persons } from './persons.js';
import { ReplayErasures } from './replay-erasures.js';
import { Retention } from './retention.js';

@Module({
  imports: [GroupsModule, ItemsModule, RequestsModule, LocationsModule, GuestSettingsModule, StaysModule, MessagesModule],
  providers: [Retention, Persons, ErasureJournal, ReplayErasures, Orphans],
  exports: [Retention, Persons, ReplayErasures, Orphans],
})
export class RetentionModule {}
