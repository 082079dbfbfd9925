import type { Wording } from './wording.js';

export const german: Wording = {
  greeting: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  closing: (place) => `Mit freundlichen Grüßen, ${place}`,
  kinds: {
    'item-found': ({ thing, place, deadline }) => ({
      subject: `${place}: Wir haben etwas von Ihnen gefunden`,
      body: [
        `wir haben etwas gefunden, das Ihnen gehören könnte: ${thing}.`,
        'Bitte sagen Sie uns, ob es Ihnen gehört und was wir damit tun sollen: Sie können es abholen, es sich schicken lassen oder uns überlassen.',
        `Wir bewahren es bis zum ${deadline} für Sie auf.`,
      ],
      action: 'Jetzt antworten',
      sms: `${place}: Wir haben vielleicht etwas von Ihnen gefunden. Bitte antworten Sie:`,
    }),
    'request-question': ({ thing, place, question }) => ({
      subject: `${place}: eine Frage zu Ihrem Verlust`,
      body: [
        `Sie haben uns gemeldet, dass Sie etwas verloren haben: ${thing}. Damit wir es finden, haben wir eine Frage:`,
        ...(question === null ? [] : [question]),
      ],
      action: 'Frage beantworten',
      sms: `${place}: Wir haben eine Frage zu Ihrem Verlust. Bitte antworten Sie:`,
    }),
    'request-resolved': ({ thing, place }) => ({
      subject: `${place}: gute Nachrichten zu Ihrem Verlust`,
      body: [
        `gute Nachrichten: Wir glauben, dass wir gefunden haben, was Sie verloren haben: ${thing}.`,
        'Bitte sehen Sie nach, wie es weitergeht.',
      ],
      action: 'Nachsehen, wie es weitergeht',
      sms: `${place}: Gute Nachrichten, wir glauben, Ihren verlorenen Gegenstand gefunden zu haben:`,
    }),
    'request-not-found': ({ thing, place }) => ({
      subject: `${place}: zu Ihrem Verlust`,
      body: [
        `wir haben überall nach dem gesucht, was Sie verloren haben: ${thing}.`,
        'Leider haben wir es nicht gefunden. Das tut uns leid.',
      ],
      action: 'Ihre Anfrage ansehen',
      sms: `${place}: Leider haben wir nicht gefunden, was Sie verloren haben.`,
    }),
    'user-invitation': ({ name, place, deadline }) => ({
      subject: `${place}: Ihre Einladung zum Fundbüro`,
      body: [
        `Sie sind zum Fundbüro von ${place} eingeladen. Ihr Benutzername ist ${name}.`,
        `Bitte wählen Sie ein Passwort. Der Link gilt einmal, bis zum ${deadline}.`,
      ],
      action: 'Passwort wählen',
    }),
    'user-password': ({ place }) => ({
      subject: `${place}: neues Passwort`,
      body: [
        'jemand, wahrscheinlich Sie selbst, hat für Ihr Konto ein neues Passwort verlangt.',
        'Der Link gilt einmal, eine Stunde lang. Waren Sie es nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
      ],
      action: 'Neues Passwort setzen',
    }),
  },
};
