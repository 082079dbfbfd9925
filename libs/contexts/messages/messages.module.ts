import { Module } from '@nestjs/common';
import { ResumeMessages } from './delivery/resume-messages.js';
import { MessageNudge } from './outbox/message-nudge.js';
import { LocationMessaging } from './settings/messaging-settings.js';

@Module({ providers: [LocationMessaging, MessageNudge, ResumeMessages], exports: [LocationMessaging, ResumeMessages] })
export class MessagesModule {}
