/** How messages go out. */
export interface MessageSettings {
  /** The mail server; null when there is none. */
  smtpUrl: string | null;
  /** Whom emails come from: `Harbour Hotels <lost@example.com>`. */
  from: string;
  /** The SMS gateway; null when there is none. */
  smsUrl: string | null;
  /** The development mailbox, which takes what has no other way out; null when there is none. */
  folder: string | null;
  /** Milliseconds before the first retry, the second, … */
  schedule: readonly number[];
}

export const MESSAGE_SETTINGS = Symbol('message settings');
