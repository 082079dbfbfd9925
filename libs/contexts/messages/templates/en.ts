import type { Wording } from './wording.js';

export const english: Wording = {
  greeting: (name) => (name === null ? 'Hello,' : `Dear ${name},`),
  closing: (place) => `Kind regards, ${place}`,
  kinds: {
    'item-found': ({ thing, place, deadline }) => ({
      subject: `${place}: we found something of yours`,
      body: [
        `we found something that may be yours: ${thing}.`,
        'Please tell us whether it is yours and what we should do with it: you can collect it, have it sent to you, or leave it to us.',
        `We keep it for you until ${deadline}.`,
      ],
      action: 'Answer now',
      sms: `${place}: we may have found something of yours. Please answer:`,
    }),
    'request-question': ({ thing, place, question }) => ({
      subject: `${place}: a question about what you lost`,
      body: [
        `you told us that you lost: ${thing}. We have a question so that we can find it:`,
        ...(question === null ? [] : [question]),
      ],
      action: 'Answer the question',
      sms: `${place}: we have a question about what you lost. Please answer:`,
    }),
    'request-resolved': ({ thing, place }) => ({
      subject: `${place}: good news about what you lost`,
      body: [`good news: we believe we have found what you lost: ${thing}.`, 'Please see how it goes on.'],
      action: 'See how it goes on',
      sms: `${place}: good news, we believe we found what you lost:`,
    }),
    'request-not-found': ({ thing, place }) => ({
      subject: `${place}: about what you lost`,
      body: [`we looked everywhere for what you lost: ${thing}.`, 'We are sorry to say that we have not found it.'],
      action: 'See your request',
      sms: `${place}: we are sorry, we have not found what you lost.`,
    }),
    'user-invitation': ({ name, place, deadline }) => ({
      subject: `${place}: your invitation to the lost and found service`,
      body: [
        `you have been invited to the lost and found service of ${place}. Your username is ${name}.`,
        `Please choose a password. The link works once, until ${deadline}.`,
      ],
      action: 'Choose a password',
    }),
    'user-password': ({ place }) => ({
      subject: `${place}: set a new password`,
      body: [
        'somebody, probably you, has asked for a new password for your account.',
        'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
      ],
      action: 'Set a new password',
    }),
  },
};
