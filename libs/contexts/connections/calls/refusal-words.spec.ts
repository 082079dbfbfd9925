import { expect, it } from 'vitest';
import { refusalWords } from './refusal-words.js';

const said = (answer: unknown) => refusalWords(Buffer.from(JSON.stringify(answer)));

it.each([
  [
    'Sendcloud',
    { errors: [{ status: '400', detail: 'This field is required.', source: { pointer: '/parcels/0/parcel_items/0/hs_code' } }] },
    'hs_code: This field is required.',
  ],
  ['Sendcloud', { errors: [{ detail: 'The address is not served.' }] }, 'The address is not served.'],
  [
    'EasyPost',
    { error: { code: 'X', message: 'Unprocessable.', errors: [{ field: 'to_address.zip', message: 'missing' }] } },
    'zip: Unprocessable.',
  ],
  ['Stripe', { error: { message: 'Missing required param: currency.', param: 'currency' } }, 'Missing required param: currency.'],
  ['Mollie', { status: 422, title: 'Unprocessable', detail: 'It is too low', field: 'amount.value' }, 'value: It is too low'],
  ['Mews', { Message: 'Invalid AccessToken.', Details: null }, 'Invalid AccessToken.'],
  ['somebody', { source: null, errors: null, message: ' ' }, null],
])('the words of %s name the field that they are about', (_provider, answer, words) => {
  expect(said(answer)).toBe(words);
});

it('what is no JSON has no words', () => {
  expect(refusalWords(Buffer.from('<h1>Bad gateway</h1>'))).toBeNull();
});
