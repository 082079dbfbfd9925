import type { HandoverRequest, NewItemRequest, OwnerRequest } from '#client';
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

const found = (daysAgo: number, location: string, item: string, more: Omit<Find, 'daysAgo' | 'location' | 'item'>): Find => ({
  daysAgo,
  location,
  item,
  ...more,
});

const HAMBURG = { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' };
const LYON = { address: '12 rue de la République', city: 'Lyon', countryID: 'FR', zipCode: '69002' };
const UTRECHT = { address: 'Oudegracht 21', city: 'Utrecht', countryID: 'NL', zipCode: '3511 AB' };

/** In the order in which they are registered. */
export const FINDS: readonly Find[] = [
  // Finds that have come to their end.
  found(34, 'Lobby', 'Paperback, Dutch', { drawn: 'book', then: [{ donated: 'Public library' }] }),
  found(30, 'Restaurant', 'Grey wool scarf', {
    colors: ['grey'],
    categories: ['clothing'],
    drawn: 'scarf',
    owner: guest('Emma', 'Jansen'),
    then: [{ answer: 'pickup' }, { handOver: { to: 'Emma Jansen', identification: 'document' } }],
  }),
  found(27, 'Room 220', 'Toiletry bag', {
    categories: ['personal_care'],
    owner: guest('Tom', 'Baker'),
    then: [{ answer: 'leave' }],
  }),
  found(21, 'Room 118', 'Reading glasses in a red case', {
    colors: ['red'],
    drawn: 'glasses',
    owner: guest('Claire', 'Dubois'),
    then: [{ shipTo: LYON }, { shipment: 'delivered' }],
  }),
  found(20, 'Spa', 'Beach towel', { categories: ['clothing'], drawn: 'towel', customStorageDays: 1 }),
  // Finds on their way.
  found(9, 'Room 407', 'Noise-cancelling headphones', {
    brand: 'Sony',
    colors: ['black'],
    categories: ['electronic_main'],
    drawn: 'headphones',
    owner: guest('Lena', 'Fischer'),
    then: [{ shipTo: HAMBURG }, { shipment: 'in-route' }],
  }),
  found(8, 'Room 311', 'Down jacket, dark blue', {
    colors: ['navy'],
    categories: ['clothing'],
    drawn: 'jacket',
    owner: guest('Paul', 'Martin'),
    then: [{ shipTo: LYON }, { shipment: 'pickup-scheduled' }],
  }),
  found(6, 'Room 204', 'Teddy bear with a red bow', {
    brand: 'Steiff',
    colors: ['brown'],
    categories: ['toy'],
    drawn: 'bear',
    place: 'Shelf A',
    owner: guest('Sofie', 'Visser'),
    then: [{ shipTo: UTRECHT }],
  }),
  found(6, 'Room 109', 'E-reader in a green sleeve', {
    brand: 'Kobo',
    colors: ['green'],
    categories: ['electronic_main'],
    drawn: 'tablet',
    place: 'Shelf A',
    owner: guest('Jonas', 'Weber'),
    then: [{ shipTo: HAMBURG }],
  }),
  // Finds that wait for their owner.
  found(5, 'Spa', 'Silver ring with a blue stone', {
    colors: ['silver'],
    categories: ['jewelry'],
    drawn: 'ring',
    place: 'Safe',
    handling: 'valuable',
    hiddenMark: 'Engraved: M + R 2019',
    owner: guest('Marta', 'Rossi'),
    then: [{ answer: 'pickup' }],
  }),
  found(5, 'Room 118', 'Passport', {
    categories: ['private_item'],
    place: 'Safe',
    handling: 'document',
    owner: guest('Kenji', 'Sato'),
    then: [{ answer: 'pickup' }],
  }),
  found(4, 'Bar', 'Black wallet', {
    colors: ['black'],
    categories: ['private_item'],
    drawn: 'wallet',
    place: 'Safe',
    handling: 'valuable',
    hiddenMark: 'A photo of a dog',
    then: [{ hold: 'The police asked for it' }],
  }),
  found(4, 'Gym', 'Running shoes, size 42', {
    brand: 'Asics',
    colors: ['blue', 'white'],
    categories: ['clothing'],
    place: 'Shelf B',
    owner: guest('Oliver', 'Smith'),
    then: [{ answer: 'not-mine' }],
  }),
  found(3, 'Room 312', 'Phone, cracked screen', {
    brand: 'Samsung',
    colors: ['black'],
    categories: ['electronic_main'],
    drawn: 'phone',
    place: 'Safe',
    handling: 'valuable',
    hiddenMark: 'Sticker of a whale on the back',
    owner: guest('Anna', 'Schmidt', { phoneNumber: '+49 40 123456' }),
  }),
  found(3, 'Meeting room 2', 'Laptop charger', {
    brand: 'Lenovo',
    colors: ['black'],
    categories: ['electronic_secondary'],
    drawn: 'charger',
    place: 'Shelf B',
    owner: guest('Noah', 'de Boer'),
  }),
  // Finds without a known owner.
  found(3, 'Lobby', 'Blue umbrella', { colors: ['blue'], categories: ['misc'], drawn: 'umbrella', place: 'Umbrella stand' }),
  found(2, 'Parking', 'Bunch of four keys', { categories: ['private_item'], drawn: 'keys', place: 'Safe' }),
  found(2, 'Restaurant', 'Child’s shoe, left', { colors: ['red'], categories: ['clothing'], place: 'Shelf B' }),
  found(1, 'Room 415', 'Grey headphones', {
    brand: 'Bose',
    colors: ['grey'],
    categories: ['electronic_main'],
    drawn: 'headphones',
    place: 'Shelf A',
  }),
  found(1, 'Terrace', 'Straw hat', { colors: ['sand'], categories: ['clothing'], drawn: 'hat', place: 'Shelf B' }),
  found(1, 'Room 502', 'Night cream', { categories: ['personal_care'], handling: 'discreet' }),
  found(0, 'Room 226', 'Phone charger, white', {
    brand: 'Apple',
    colors: ['white'],
    categories: ['electronic_secondary'],
    drawn: 'charger',
  }),
  found(0, 'Room 301', 'Sunglasses', { brand: 'Ray-Ban', colors: ['black'], categories: ['personal_care'], drawn: 'glasses' }),
  found(0, 'Meeting room 1', 'Half a cake in a box', { handling: 'perishable', customStorageDays: 2, categories: ['misc'] }),
];

/** Where finds are kept. */
export const PLACES = ['Safe', 'Shelf A', 'Shelf B', 'Umbrella stand'] as const;
