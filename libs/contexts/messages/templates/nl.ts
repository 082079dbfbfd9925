import type { Wording } from './wording.js';

export const dutch: Wording = {
  greeting: (name) => (name === null ? 'Beste gast,' : `Beste ${name},`),
  closing: (place) => `Met vriendelijke groet, ${place}`,
  kinds: {
    'item-found': ({ thing, place, deadline }) => ({
      subject: `${place}: we hebben iets van u gevonden`,
      body: [
        `we hebben iets gevonden dat misschien van u is: ${thing}.`,
        'Laat ons weten of het van u is en wat we ermee moeten doen: u kunt het ophalen, het laten opsturen of het aan ons overlaten.',
        `We bewaren het voor u tot ${deadline}.`,
      ],
      action: 'Nu antwoorden',
      sms: `${place}: we hebben misschien iets van u gevonden. Laat het ons weten:`,
    }),
    'request-question': ({ thing, place, question }) => ({
      subject: `${place}: een vraag over wat u bent verloren`,
      body: [
        `u heeft ons gemeld dat u iets bent verloren: ${thing}. Om het te vinden hebben we een vraag:`,
        ...(question === null ? [] : [question]),
      ],
      action: 'Vraag beantwoorden',
      sms: `${place}: we hebben een vraag over wat u bent verloren. Antwoord hier:`,
    }),
    'request-resolved': ({ thing, place }) => ({
      subject: `${place}: goed nieuws over wat u bent verloren`,
      body: [`goed nieuws: we denken dat we hebben gevonden wat u bent verloren: ${thing}.`, 'Bekijk hier hoe het verdergaat.'],
      action: 'Bekijk hoe het verdergaat',
      sms: `${place}: goed nieuws, we denken dat we hebben gevonden wat u bent verloren:`,
    }),
    'request-not-found': ({ thing, place }) => ({
      subject: `${place}: over wat u bent verloren`,
      body: [`we hebben overal gezocht naar wat u bent verloren: ${thing}.`, 'Het spijt ons dat we het niet hebben gevonden.'],
      action: 'Uw aanvraag bekijken',
      sms: `${place}: het spijt ons, we hebben niet gevonden wat u bent verloren.`,
    }),
    'user-invitation': ({ name, place, deadline }) => ({
      subject: `${place}: uw uitnodiging voor gevonden voorwerpen`,
      body: [
        `u bent uitgenodigd voor de dienst gevonden voorwerpen van ${place}. Uw gebruikersnaam is ${name}.`,
        `Kies alstublieft een wachtwoord. De link werkt één keer, tot ${deadline}.`,
      ],
      action: 'Wachtwoord kiezen',
    }),
    'user-password': ({ place }) => ({
      subject: `${place}: nieuw wachtwoord`,
      body: [
        'iemand, waarschijnlijk uzelf, heeft een nieuw wachtwoord voor uw account gevraagd.',
        'De link werkt één keer, een uur lang. Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
      ],
      action: 'Nieuw wachtwoord instellen',
    }),
  },
};
