import type { NewRequestRequest, StayRequest } from '#client';

/** Reports of guests who have lost something, with what staff ask. */
export const REPORTS: readonly (NewRequestRequest & { question?: string })[] = [
  {
    request: 'My blue umbrella with a wooden handle',
    location: 'Lobby',
    colors: ['blue'],
    categories: ['misc'],
    owner: { name: 'Grace Miller', email: 'grace.miller@example.com' },
  },
  {
    request: 'Grey Bose headphones',
    location: 'Room 415',
    colors: ['grey'],
    categories: ['electronic_main'],
    owner: { name: 'Luca Bianchi', email: 'luca.bianchi@example.com' },
  },
  {
    request: 'A gold earring',
    location: 'Restaurant',
    colors: ['gold'],
    categories: ['jewelry'],
    owner: { name: 'Julia Nowak', email: 'julia.nowak@example.com' },
    question: 'What shape is it, and when did you have it last?',
  },
];

/** Stays, so that a find in these rooms has a likely owner. */
export const STAYS: readonly (Pick<StayRequest, 'room'> & { guest: NonNullable<StayRequest['guest']> })[] = [
  {
    room: '226',
    guest: { firstName: 'Ingrid', lastName: 'Larsson', contactEmail: 'ingrid.larsson@example.com', languageCode: 'sv' },
  },
  { room: '301', guest: { firstName: 'Pedro', lastName: 'Alves', contactEmail: 'pedro.alves@example.com', languageCode: 'pt' } },
  {
    room: '312',
    guest: { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna.schmidt@example.com', languageCode: 'de' },
  },
];
