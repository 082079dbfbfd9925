import { Module } from '@nestjs/common';
import { MessageNudge } from './outbox/message-nudge.js';
import { LocationMessaging } from './settings/messaging-settings.js';

@Module({ providers: [LocationMessaging, MessageNudge], exports: [LocationMessaging] })
export class MessagesModule {}
