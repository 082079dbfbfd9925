import type { Wording } from './wording.js';

export const spanish: Wording = {
  greeting: (name) => (name === null ? 'Hola:' : `Hola, ${name}:`),
  closing: (place) => `Un cordial saludo, ${place}`,
  kinds: {
    'item-found': ({ thing, place, deadline }) => ({
      subject: `${place}: hemos encontrado algo suyo`,
      body: [
        `Hemos encontrado algo que quizá sea suyo: ${thing}.`,
        'Díganos si es suyo y qué debemos hacer: puede recogerlo, pedir que se lo enviemos o dejárnoslo.',
        `Lo guardamos para usted hasta el ${deadline}.`,
      ],
      action: 'Responder ahora',
      sms: `${place}: quizá hemos encontrado algo suyo. Responda aquí:`,
    }),
    'request-question': ({ thing, place, question }) => ({
      subject: `${place}: una pregunta sobre lo que perdió`,
      body: [
        `Nos dijo que perdió lo siguiente: ${thing}. Para encontrarlo tenemos una pregunta:`,
        ...(question === null ? [] : [question]),
      ],
      action: 'Responder a la pregunta',
      sms: `${place}: tenemos una pregunta sobre lo que perdió. Responda aquí:`,
    }),
    'request-resolved': ({ thing, place }) => ({
      subject: `${place}: buenas noticias sobre lo que perdió`,
      body: [`Buenas noticias: creemos haber encontrado lo que perdió: ${thing}.`, 'Vea aquí cómo seguimos.'],
      action: 'Ver cómo seguimos',
      sms: `${place}: buenas noticias, creemos haber encontrado lo que perdió:`,
    }),
    'request-not-found': ({ thing, place }) => ({
      subject: `${place}: sobre lo que perdió`,
      body: [`Hemos buscado por todas partes lo que perdió: ${thing}.`, 'Sentimos decirle que no lo hemos encontrado.'],
      action: 'Ver su solicitud',
      sms: `${place}: lo sentimos, no hemos encontrado lo que perdió.`,
    }),
  },
};
