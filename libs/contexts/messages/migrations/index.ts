import { Messages } from './0001_messages.js';
import { MessagesToUsers } from './0002_users.js';
import { ToldInTime } from './0003_told_in_time.js';
import { HeldMessages } from './0004_held.js';
import { AccountChanges } from './0005_account_changes.js';
import { MessagesVacuumed } from './0006_vacuumed.js';

/** In order; a release only appends. */
export const messageMigrations = {
  'messages/0001_messages': Messages,
  'messages/0002_users': MessagesToUsers,
  'messages/0003_told_in_time': ToldInTime,
  'messages/0004_held': HeldMessages,
  'messages/0005_account_changes': AccountChanges,
  'messages/0006_vacuumed': MessagesVacuumed,
};
