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
    'user-invitation': ({ name, place, deadline }) => ({
      subject: `${place} : votre invitation au service des objets trouvés`,
      body: [
        `vous êtes invité(e) au service des objets trouvés de ${place}. Votre nom d’utilisateur est ${name}.`,
        `Veuillez choisir un mot de passe. Le lien fonctionne une fois, jusqu’au ${deadline}.`,
      ],
      action: 'Choisir un mot de passe',
    }),
    'user-password': ({ place }) => ({
      subject: `${place} : nouveau mot de passe`,
      body: [
        'quelqu’un, sans doute vous-même, a demandé un nouveau mot de passe pour votre compte.',
        'Le lien fonctionne une fois, pendant une heure. Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.',
      ],
      action: 'Définir un nouveau mot de passe',
    }),
  },
};
