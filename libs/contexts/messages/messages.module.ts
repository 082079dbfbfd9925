import { Module } from '@nestjs/common';
import { DropMessages } from './delivery/drop-messages.js';
import { ResumeMessages } from './delivery/resume-messages.js';
import { MessageNudge } from './outbox/message-nudge.js';
import { LocationMessaging } from './settings/messaging-settings.js';

@Module({
  providers: [LocationMessaging, MessageNudge, ResumeMessages, DropMessages],
  exports: [LocationMessaging, ResumeMessages],
})
export class MessagesModule {}
