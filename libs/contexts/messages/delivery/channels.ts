import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { folderMailer, type Mailer, smtpMailer } from './mail.js';
import { MESSAGE_SETTINGS, type MessageSettings } from './settings.js';
import { folderGateway, httpGateway, type SmsGateway } from './sms.js';

/** The channels for messages; null where none is configured. */
@Injectable()
export class Channels implements OnApplicationShutdown {
  readonly mailer: Mailer | null;
  readonly gateway: SmsGateway | null;

  constructor(@Inject(MESSAGE_SETTINGS) { smtpUrl, from, smsUrl, folder }: MessageSettings) {
    this.mailer = smtpUrl !== null ? smtpMailer(smtpUrl, from) : folder !== null ? folderMailer(folder, from) : null;
    this.gateway = smsUrl !== null ? httpGateway(smsUrl) : folder !== null ? folderGateway(folder) : null;
  }

  onApplicationShutdown(): void {
    this.mailer?.close();
  }
}
