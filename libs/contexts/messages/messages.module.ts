import { Module } from '@nestjs/common';
import { ConnectionsModule } from '#contexts/connections';
import { GuestSettingsModule } from '#contexts/guest-settings';
import { ItemsModule } from '#contexts/items';
import { RequestsModule } from '#contexts/requests';
import { EventStore } from '#platform/event-store';
import { LimitsModule } from '#platform/limits';
import { Wakeups } from '#platform/queue';
import { Letters } from './delivery/letters.js';
import { MessageUpkeep } from './delivery/message-upkeep.js';
import { ItemMessagesController } from './http/item-messages.controller.js';
import { RecordMessages } from './http/record-messages.js';
import { ReplyRecords } from './http/reply-records.js';
import { RequestMessagesController } from './http/request-messages.controller.js';
import { MESSAGES, wroteDueMessages } from './outbox/messages.projections.js';
import { HeldMessages } from './read-model/held-messages.js';
import { MessageQueries } from './read-model/message.queries.js';
import { MessageLog } from './read-model/message-log.js';
import { MessageTexts } from './read-model/message-texts.js';
import { DeliveryReports } from './replies/delivery-reports.js';
import { Mailboxes } from './replies/mailboxes.js';
import { Replies } from './replies/replies.js';
import { ReplyPictures } from './replies/reply-pictures.js';
import { ReplyStore } from './replies/reply-store.js';
import { ReplyTokens } from './replies/reply-tokens.js';
import { SealedReplies } from './replies/sealed-replies.js';
import { WhomItConcerns } from './replies/whom-it-concerns.js';
import { SealedTexts } from './sealed-texts.js';
import { ChosenLanguages } from './settings/chosen-languages.js';
import { Letterheads } from './settings/letterhead.js';
import { LocationMessaging } from './settings/messaging-settings.js';
import { WritingLimit } from './settings/writing-limit.js';

@Module({
  imports: [ItemsModule, GuestSettingsModule, RequestsModule, LimitsModule, ConnectionsModule],
  controllers: [ItemMessagesController, RequestMessagesController],
  providers: [
    MessageQueries,
    MessageTexts,
    SealedTexts,
    Letterheads,
    Letters,
    MessageLog,
    HeldMessages,
    WritingLimit,
    LocationMessaging,
    ChosenLanguages,
    MessageUpkeep,
    ReplyTokens,
    SealedReplies,
    ReplyStore,
    ReplyPictures,
    ReplyRecords,
    RecordMessages,
    WhomItConcerns,
    DeliveryReports,
    Replies,
    Mailboxes,
  ],
  exports: [
    LocationMessaging,
    ChosenLanguages,
    MessageLog,
    HeldMessages,
    MessageUpkeep,
    ReplyTokens,
    ReplyPictures,
    ReplyRecords,
    Replies,
  ],
})
export class MessagesModule {
  /** Wakes the worker after a commit that wrote a message to be sent now. If a crash prevents it, the worker finds it by polling. */
  constructor(store: EventStore, wakeups: Wakeups) {
    store.onCommitted(({ wrote }) => {
      if (wroteDueMessages(wrote)) wakeups.nudge(MESSAGES);
    });
  }
}
