import { Module } from '@nestjs/common';
import { ItemsModule } from '#contexts/items';
import { RequestsModule } from '#contexts/requests';
import { LimitsModule } from '#platform/limits';
import { DropMessages } from './delivery/drop-messages.js';
import { ResumeMessages } from './delivery/resume-messages.js';
import { ItemMessagesController } from './http/item-messages.controller.js';
import { RequestMessagesController } from './http/request-messages.controller.js';
import { MessageNudge } from './outbox/message-nudge.js';
import { MessageQueries } from './read-model/message.queries.js';
import { MessageLog } from './read-model/message-log.js';
import { ChosenLanguages } from './settings/chosen-languages.js';
import { LocationMessaging } from './settings/messaging-settings.js';
import { WritingLimit } from './settings/writing-limit.js';

@Module({
  imports: [ItemsModule, RequestsModule, LimitsModule],
  controllers: [ItemMessagesController, RequestMessagesController],
  providers: [
    MessageQueries,
    MessageLog,
    WritingLimit,
    LocationMessaging,
    ChosenLanguages,
    MessageNudge,
    ResumeMessages,
    DropMessages,
  ],
  exports: [LocationMessaging, ChosenLanguages, MessageLog, ResumeMessages],
})
export class MessagesModule {}
