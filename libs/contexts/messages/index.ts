export { MessageDeliveryModule, type MessageSettings } from './delivery/delivery.module.js';
export { ResumeMessages } from './delivery/resume-messages.js';
export { MESSAGE_KINDS, type MessageKind } from './message.js';
export { MessagesModule } from './messages.module.js';
export { erase } from './outbox/erase.js';
export { MESSAGE_PROJECTIONS } from './outbox/messages.projections.js';
export { LocationMessaging, type MessagingSettings } from './settings/messaging-settings.js';
export { MESSAGE_LANGUAGES } from './templates/languages.js';
export { preview } from './templates/preview.js';
