import type { CreateLocationData } from '#client';

/** The hotels of the demo's integration. */
export const HOTELS: CreateLocationData['body'][] = [
  {
    name: 'Grand Hotel Lumière',
    address: { address: 'Rue de Rivoli', addressNumber: '228', city: 'Paris', countryID: 'FR', zipCode: '75001' },
    contactDetails: { contactPerson: 'Claire Moreau', contactEmail: 'paris@example.com', phoneNumber: '+33 1 42 60 12 34' },
    pickupDetails: { pickupLocation: 'Conciergerie', pickupIntructions: 'Sonner à l’entrée de service' },
    reference: 'PAR-02',
  },
  {
    name: 'Seaside Suites',
    address: {
      address: 'Ocean Drive',
      addressNumber: '940',
      city: 'Miami Beach',
      countryID: 'US',
      state: 'FL',
      zipCode: '33139',
    },
    contactDetails: { contactPerson: 'Jordan Lee', contactEmail: 'miami@example.com', phoneNumber: '+1 305 555 0110' },
    pickupDetails: {},
    options: { weightUnit: 'lb', dimensionUnit: 'in' },
    reference: 'MIA-01',
  },
  {
    name: 'Berghof Andermatt',
    address: { address: 'Gotthardstrasse', addressNumber: '4', city: 'Andermatt', countryID: 'CH', zipCode: '6490' },
    contactDetails: { contactPerson: 'Urs Meier', contactEmail: 'andermatt@example.com', phoneNumber: '+41 41 888 12 34' },
    pickupDetails: { pickupLocation: 'Rezeption' },
    itemStorageDays: 30,
    reference: 'AND-01',
  },
];
