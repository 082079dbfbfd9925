import * as entities from './message.entities.js';
import { MessagesModule } from './messages.module.js';
import { messageMigrations } from './migrations/index.js';
import { SEALED_REPLIES } from './replies/sealed-replies.js';
import { SEALED_MESSAGE_TEXTS } from './sealed-texts.js';

/** This context, as the service takes it. */
export const messagesContext = {
  module: MessagesModule,
  entities: Object.values(entities),
  migrations: messageMigrations,
  sealed: [SEALED_MESSAGE_TEXTS, SEALED_REPLIES],
};
