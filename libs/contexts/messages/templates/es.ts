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
    'user-invitation': ({ name, place, deadline }) => ({
      subject: `${place}: su invitación al servicio de objetos perdidos`,
      body: [
        `le han invitado al servicio de objetos perdidos de ${place}. Su nombre de usuario es ${name}.`,
        `Elija una contraseña, por favor. El enlace sirve una vez, hasta el ${deadline}.`,
      ],
      action: 'Elegir una contraseña',
    }),
    'user-password': ({ place }) => ({
      subject: `${place}: nueva contraseña`,
      body: [
        'alguien, probablemente usted, ha pedido una nueva contraseña para su cuenta.',
        'El enlace sirve una vez, durante una hora. Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
      ],
      action: 'Crear una nueva contraseña',
    }),
  },
};
