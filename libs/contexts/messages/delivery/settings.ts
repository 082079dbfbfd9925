/** How messages are sent. */
export interface MessageSettings {
  /** URL of the mail server, or null. */
  smtpUrl: string | null;
  /** Sender of emails: `Harbour Hotels <lost@example.com>`. */
  from: string;
  /** URL of the SMS gateway, or null. */
  smsUrl: string | null;
  /** Folder of the development mailbox, used when no server or gateway is configured, or null. */
  folder: string | null;
  /** Delays before the first retry, the second, … in milliseconds. */
  schedule: readonly number[];
}

export const MESSAGE_SETTINGS = Symbol('message settings');
