import { Messages } from './0001_messages.js';
import { MessagesOf020 } from './0002_release_0_2_0.js';
import { ChosenLanguagesTable } from './0003_chosen_languages.js';
import { FailedMessagesView } from './0004_failed.js';
import { MessagesTexts } from './0005_texts.js';
import { CarriedZones } from './0006_zones.js';
import { MessagesMails } from './0007_mails.js';
import { UrgentMessages } from './0008_urgent.js';
import { Replies } from './0009_replies.js';

/** In order; a release only adds to the end. */
export const messageMigrations = {
  'messages/0001_messages': Messages,
  'messages/0002_release_0_2_0': MessagesOf020,
  'messages/0003_chosen_languages': ChosenLanguagesTable,
  'messages/0004_failed': FailedMessagesView,
  'messages/0005_texts': MessagesTexts,
  'messages/0006_zones': CarriedZones,
  'messages/0007_mails': MessagesMails,
  'messages/0008_urgent': UrgentMessages,
  'messages/0009_replies': Replies,
};
