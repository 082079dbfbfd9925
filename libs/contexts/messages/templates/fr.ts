import type { Wording } from './wording.js';

export const french: Wording = {
  greeting: (name) => (name === null ? 'Bonjour,' : `Bonjour ${name},`),
  closing: (place) => `Cordialement, ${place}`,
  kinds: {
    'item-found': ({ thing, place, deadline }) => ({
      subject: `${place} : nous avons trouvé un objet à vous`,
      body: [
        `nous avons trouvé un objet qui vous appartient peut-être : ${thing}.`,
        'Dites-nous s’il est à vous et ce que nous devons en faire : vous pouvez venir le chercher, vous le faire envoyer ou nous le laisser.',
        `Nous le gardons pour vous jusqu’au ${deadline}.`,
      ],
      action: 'Répondre',
      sms: `${place} : nous avons peut-être trouvé un objet à vous. Merci de répondre :`,
    }),
    'request-question': ({ thing, place, question }) => ({
      subject: `${place} : une question sur votre objet perdu`,
      body: [
        `vous nous avez signalé la perte de : ${thing}. Pour le retrouver, nous avons une question :`,
        ...(question === null ? [] : [question]),
      ],
      action: 'Répondre à la question',
      sms: `${place} : nous avons une question sur votre objet perdu. Merci de répondre :`,
    }),
    'request-resolved': ({ thing, place }) => ({
      subject: `${place} : une bonne nouvelle pour votre objet perdu`,
      body: [`bonne nouvelle : nous pensons avoir retrouvé ce que vous avez perdu : ${thing}.`, 'Voyez ici la suite.'],
      action: 'Voir la suite',
      sms: `${place} : bonne nouvelle, nous pensons avoir retrouvé votre objet perdu :`,
    }),
    'request-not-found': ({ thing, place }) => ({
      subject: `${place} : au sujet de votre objet perdu`,
      body: [`nous avons cherché partout ce que vous avez perdu : ${thing}.`, 'Nous sommes désolés de ne pas l’avoir retrouvé.'],
      action: 'Voir votre demande',
      sms: `${place} : nous sommes désolés, nous n’avons pas retrouvé votre objet perdu.`,
    }),
  },
};
