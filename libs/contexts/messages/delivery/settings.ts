/** How messages are sent. */
export interface MessageSettings {
  /** URL of the mail server; null if there is none. */
  smtpUrl: string | null;
  /** Sender of emails: `Harbour Hotels <lost@example.com>`. */
  from: string;
  /** URL of the SMS gateway; null if there is none. */
  smsUrl: string | null;
  /** Folder of the development mailbox, used when no server or gateway is configured; null if there is none. */
  folder: string | null;
  /** Delays before the first retry, the second, … in milliseconds. */
  schedule: readonly number[];
}

export const MESSAGE_SETTINGS = Symbol('message settings');
