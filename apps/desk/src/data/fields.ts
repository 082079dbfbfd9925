import type { ItemRecord } from '#client';
import { calendarDay, country, moment, price, weight } from '../texts/format.js';
import { named, type TextKey, t } from '../texts/texts.js';

/** Fields of records by the words that the desk has for them. */
const NAMES: Record<string, TextKey> = {
  item: 'fact.item',
  location: 'fact.location',
  brand: 'fact.brand',
  colors: 'fact.colors',
  categories: 'fact.category',
  itemStorage: 'fact.place',
  storagePlaceID: 'find.place',
  handling: 'fact.handling',
  hiddenMark: 'fact.hiddenMark',
  internalNotes: 'fact.notes',
  foundBy: 'fact.foundBy',
  foundAt: 'fact.found',
  departuredDate: 'fact.departure',
  photos: 'register.photo',
  'shipping.weight': 'pack.weight',
  customStorageDays: 'fact.until',
  storageExpiresAt: 'fact.until',
  languageID: 'language',
  carrier: 'pack.carrier',
  trackingNumber: 'pack.number',
  service: 'pack.offers',
  customs: 'pack.customs',
  'customs.description': 'pack.customsWhat',
  'customs.value': 'pack.customsValue',
  'customs.currency': 'shipping.currency',
  'customs.hsCode': 'pack.hsCode',
  'customs.originCountryID': 'pack.origin',
  carrierID: 'shipping.carrier',
  pricing: 'shipping.pricing',
  handlingFee: 'shipping.fee',
  notShipped: 'shipping.notShipped',
  question: 'request.ask',
  status: 'find.status',
  reason: 'step.reason',
  recipient: 'dispose.recipient',
  reference: 'dispose.reference',
  to: 'handOver.to',
  note: 'handOver.note',
  address: 'owner.address',
  'owner.firstName': 'owner.firstName',
  'owner.lastName': 'owner.lastName',
  'owner.name': 'owner.title',
  'owner.contactEmail': 'owner.email',
  'owner.email': 'owner.email',
  'owner.phoneNumber': 'owner.phone',
  'owner.reservationNumber': 'owner.reservationNumber',
  request: 'request.what',
  assignedTo: 'request.assigned',
  matchedItemID: 'request.matched',
  username: 'signIn.username',
  email: 'owner.email',
  name: 'guestPage.name',
  code: 'places.code',
  parentID: 'people.in',
  itemIDs: 'find.items',
  currency: 'shipping.currency',
  paymentUrl: 'shipping.paymentUrl',
  amount: 'refund.amount',
  answer: 'step.answer',
  problem: 'pack.problem',
  cost: 'shipping.price',
  'payment.status': 'fact.payment',
  'payment.problem': 'fact.paymentProblem',
  'payment.refunded': 'fact.refunded',
  'payment.provider': 'fact.paymentProvider',
  'payment.reference': 'dispose.reference',
};

const ADDRESS: Record<string, TextKey> = {
  recipient: 'address.recipient',
  companyName: 'address.company',
  address: 'address.street',
  address2: 'address.street2',
  zipCode: 'address.zip',
  city: 'address.city',
  state: 'address.state',
  countryID: 'address.country',
  phoneNumber: 'owner.phone',
};

/** The name of a field by its path (`owner.lastName`); the path of one that the desk does not know. */
export function fieldName(path: string): string {
  const [, ofAddress] = /^(?:owner\.)?address\.(\w+)$/.exec(path) ?? [];
  const whole = path.replace(/\.(\d+|ID)$/, '');
  const key = ofAddress ? ADDRESS[ofAddress] : (NAMES[path] ?? NAMES[whole] ?? NAMES[whole.split('.').at(-1)!]);
  return key ? t(key) : path;
}

/** A field's value as a person reads it; `–` for none. @param known names of records, by `<path> <ID>` */
export function fieldValue(path: string, value: unknown, known: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  if (Array.isArray(value)) return value.map((one) => fieldValue(path, one, known)).join(', ');
  const text = String(value);
  if (path === 'status') return named('status', text);
  if (path === 'payment.status') return named('status', `payment-${text}`);
  if (path === 'payment.problem') return paymentProblem(text);
  if (path === 'shipment.problem') return named('status', `parcel-${text}`);
  if (path === 'colors') return named('color', text);
  if (path === 'categories' || path === 'handling') return named('thing', text);
  if (path === 'storagePlaceID' || path === 'assignedTo') return known.get(`${path} ${text}`) ?? text;
  if (path === 'shipping.weight.ID') return weight(Number(value));
  if (path.endsWith('.countryID')) return country(text);
  if (/^\d{4}-\d\d-\d\d( 00:00:00\.000)?$/.test(text)) return calendarDay(text);
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(text) ? moment(text) : text;
}

/** The provider at which the guest pays, as people call it. */
export function providerOf({ payment }: ItemRecord): string | null {
  return payment?.provider ? payment.provider[0]!.toUpperCase() + payment.provider.slice(1) : null;
}

/** The amount that the guest pays, and whether it is paid. */
export function paymentOf({ payment }: ItemRecord): string | null {
  return payment && `${price(payment.amount, payment.currency)} · ${named('status', `payment-${payment.status}`)}`;
}

/** The trouble with what the guest paid, or was to be given back. */
export function paymentProblemOf({ payment }: ItemRecord): string | null {
  return payment?.problem ? paymentProblem(payment.problem) : null;
}

const paymentProblem = (problem: string) => t(problem === 'amount' ? 'payment.amountProblem' : 'payment.refundProblem');
