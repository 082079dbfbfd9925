import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { MessagesModule } from '#contexts/messages';
import { StaysController } from './http/stays.controller.js';
import { StayRetention } from './stay-retention.js';
import { Stays } from './stays.js';

@Module({
  imports: [LocationsModule, MessagesModule],
  controllers: [StaysController],
  providers: [Stays, StayRetention],
  exports: [Stays, StayRetention],
})
export class StaysModule {}
