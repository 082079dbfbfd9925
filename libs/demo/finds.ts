import type { HandoverRequest, NewItemRequest, NewRequestRequest, OwnerRequest, StayRequest } from '#client';
import type { Drawn } from './drawing.js';

/** The life of a find, step by step. */
export type Step =
  | { answer: 'pickup' | 'leave' | 'not-mine' }
  | { shipTo: NonNullable<OwnerRequest['address']> }
  | { shipment: 'pickup-scheduled' | 'in-route' | 'delivered' }
  | { handOver: HandoverRequest }
  | { donated: string }
  | { hold: string };

/** A find of the demo: days ago, where, what, and what became of it. */
export interface Find extends Omit<NewItemRequest, 'locationID' | 'foundAt'> {
  daysAgo: number;
  drawn?: Drawn;
  place?: string;
  then?: readonly Step[];
}

const guest = (firstName: string, lastName: string, more: OwnerRequest = {}): OwnerRequest => ({
  firstName,
  lastName,
  contactEmail: `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(' ', ''),
  ...more,
});

const HAMBURG = { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' };
const LYON = { address: '12 rue de la République', city: 'Lyon', countryID: 'FR', zipCode: '69002' };
const UTRECHT = { address: 'Oudegracht 21', city: 'Utrecht', countryID: 'NL', zipCode: '3511 AB' };

/** In the order in which they are registered. */
export const FINDS: readonly Find[] = [
  // Finds that have come to their end.
  { daysAgo: 34, item: 'Paperback, Dutch', location: 'Lobby', drawn: 'book', then: [{ donated: 'Public library' }] },
  {
    daysAgo: 30,
    item: 'Grey wool scarf',
    location: 'Restaurant',
    colors: ['grey'],
    categories: ['clothing'],
    drawn: 'scarf',
    owner: guest('Emma', 'Jansen'),
    then: [{ answer: 'pickup' }, { handOver: { to: 'Emma Jansen', identification: 'document' } }],
  },
  {
    daysAgo: 27,
    item: 'Toiletry bag',
    location: 'Room 220',
    categories: ['personal_care'],
    owner: guest('Tom', 'Baker'),
    then: [{ answer: 'leave' }],
  },
  {
    daysAgo: 21,
    item: 'Reading glasses in a red case',
    location: 'Room 118',
    colors: ['red'],
    drawn: 'glasses',
    owner: guest('Claire', 'Dubois'),
    then: [{ shipTo: LYON }, { shipment: 'delivered' }],
  },
  { daysAgo: 20, item: 'Beach towel', location: 'Spa', categories: ['clothing'], drawn: 'towel', customStorageDays: 1 },
  // Finds on their way.
  {
    daysAgo: 9,
    item: 'Noise-cancelling headphones',
    location: 'Room 407',
    brand: 'Sony',
    colors: ['black'],
    categories: ['electronic_main'],
    drawn: 'headphones',
    owner: guest('Lena', 'Fischer'),
    then: [{ shipTo: HAMBURG }, { shipment: 'in-route' }],
  },
  {
    daysAgo: 8,
    item: 'Down jacket, dark blue',
    location: 'Room 311',
    colors: ['navy'],
    categories: ['clothing'],
    drawn: 'jacket',
    owner: guest('Paul', 'Martin'),
    then: [{ shipTo: LYON }, { shipment: 'pickup-scheduled' }],
  },
  {
    daysAgo: 6,
    item: 'Teddy bear with a red bow',
    location: 'Room 204',
    brand: 'Steiff',
    colors: ['brown'],
    categories: ['toy'],
    drawn: 'bear',
    place: 'Shelf A',
    owner: guest('Sofie', 'Visser'),
    then: [{ shipTo: UTRECHT }],
  },
  {
    daysAgo: 6,
    item: 'E-reader in a green sleeve',
    location: 'Room 109',
    brand: 'Kobo',
    colors: ['green'],
    categories: ['electronic_main'],
    drawn: 'tablet',
    place: 'Shelf A',
    owner: guest('Jonas', 'Weber'),
    then: [{ shipTo: HAMBURG }],
  },
  // Finds that wait for their owner.
  {
    daysAgo: 5,
    item: 'Silver ring with a blue stone',
    location: 'Spa',
    colors: ['silver'],
    categories: ['jewelry'],
    drawn: 'ring',
    place: 'Safe',
    handling: 'valuable',
    hiddenMark: 'Engraved: M + R 2019',
    owner: guest('Marta', 'Rossi'),
    then: [{ answer: 'pickup' }],
  },
  {
    daysAgo: 5,
    item: 'Passport',
    location: 'Room 118',
    categories: ['private_item'],
    place: 'Safe',
    handling: 'document',
    owner: guest('Kenji', 'Sato'),
    then: [{ answer: 'pickup' }],
  },
  {
    daysAgo: 4,
    item: 'Black wallet',
    location: 'Bar',
    colors: ['black'],
    categories: ['private_item'],
    drawn: 'wallet',
    place: 'Safe',
    handling: 'valuable',
    hiddenMark: 'A photo of a dog',
    then: [{ hold: 'The police asked for it' }],
  },
  {
    daysAgo: 4,
    item: 'Running shoes, size 42',
    location: 'Gym',
    brand: 'Asics',
    colors: ['blue', 'white'],
    categories: ['clothing'],
    place: 'Shelf B',
    owner: guest('Oliver', 'Smith'),
    then: [{ answer: 'not-mine' }],
  },
  {
    daysAgo: 3,
    item: 'Phone, cracked screen',
    location: 'Room 312',
    brand: 'Samsung',
    colors: ['black'],
    categories: ['electronic_main'],
    drawn: 'phone',
    place: 'Safe',
    handling: 'valuable',
    hiddenMark: 'Sticker of a whale on the back',
    owner: guest('Anna', 'Schmidt', { phoneNumber: '+49 40 123456' }),
  },
  {
    daysAgo: 3,
    item: 'Laptop charger',
    location: 'Meeting room 2',
    brand: 'Lenovo',
    colors: ['black'],
    categories: ['electronic_secondary'],
    drawn: 'charger',
    place: 'Shelf B',
    owner: guest('Noah', 'de Boer'),
  },
  // Finds without a known owner.
  {
    daysAgo: 3,
    item: 'Blue umbrella',
    location: 'Lobby',
    colors: ['blue'],
    categories: ['misc'],
    drawn: 'umbrella',
    place: 'Umbrella stand',
  },
  { daysAgo: 2, item: 'Bunch of four keys', location: 'Parking', categories: ['private_item'], drawn: 'keys', place: 'Safe' },
  { daysAgo: 2, item: 'Child’s shoe, left', location: 'Restaurant', colors: ['red'], categories: ['clothing'], place: 'Shelf B' },
  {
    daysAgo: 1,
    item: 'Grey headphones',
    location: 'Room 415',
    brand: 'Bose',
    colors: ['grey'],
    categories: ['electronic_main'],
    drawn: 'headphones',
    place: 'Shelf A',
  },
  {
    daysAgo: 1,
    item: 'Straw hat',
    location: 'Terrace',
    colors: ['sand'],
    categories: ['clothing'],
    drawn: 'hat',
    place: 'Shelf B',
  },
  { daysAgo: 1, item: 'Night cream', location: 'Room 502', categories: ['personal_care'], handling: 'discreet' },
  {
    daysAgo: 0,
    item: 'Phone charger, white',
    location: 'Room 226',
    brand: 'Apple',
    colors: ['white'],
    categories: ['electronic_secondary'],
    drawn: 'charger',
  },
  {
    daysAgo: 0,
    item: 'Sunglasses',
    location: 'Room 301',
    brand: 'Ray-Ban',
    colors: ['black'],
    categories: ['personal_care'],
    drawn: 'glasses',
  },
  {
    daysAgo: 0,
    item: 'Half a cake in a box',
    location: 'Meeting room 1',
    handling: 'perishable',
    customStorageDays: 2,
    categories: ['misc'],
  },
];

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

/** Where finds are kept. */
export const PLACES = ['Safe', 'Shelf A', 'Shelf B', 'Umbrella stand'] as const;

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
