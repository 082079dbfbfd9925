import { needsCustoms } from './customs.js';

/** A shipping option of the hotel's account. */
export interface Service {
  code: string;
  name: string;
  carrier: string;
  /** The price of one parcel, up to the maximum weight; null where the account has a contract whose prices they do not know. */
  price: string | null;
  currency: string;
  /** In hours. */
  leadTime: number | null;
  maxKilograms: number;
  /** The guest chooses a shop where the parcel waits. */
  servicePoint: boolean;
  /** Also beyond the customs territory. */
  worldwide: boolean;
}

const BASE = { currency: 'EUR', servicePoint: false, worldwide: false };
/** Among them what an account really has and nobody can be offered: one without a price, and one that needs a service point. */
export const SERVICES: readonly Service[] = [
  { ...BASE, code: 'postnl:standard', name: 'PostNL Standard', carrier: 'postnl', price: '6.75', leadTime: 24, maxKilograms: 23 },
  {
    ...BASE,
    code: 'ups:express_saver',
    name: 'UPS Express Saver',
    carrier: 'ups',
    price: '19.40',
    leadTime: 24,
    maxKilograms: 70,
    worldwide: true,
  },
  {
    ...BASE,
    code: 'dhl:parcel_connect',
    name: 'DHL Parcel Connect',
    carrier: 'dhl',
    price: '9.95',
    leadTime: null,
    maxKilograms: 31,
    worldwide: true,
  },
  { ...BASE, code: 'dpd:own_contract', name: 'DPD Home', carrier: 'dpd', price: null, leadTime: null, maxKilograms: 31 },
  {
    ...BASE,
    code: 'mondial_relay:point',
    name: 'Mondial Relay',
    carrier: 'mondial_relay',
    price: '4.10',
    leadTime: 72,
    maxKilograms: 25,
    servicePoint: true,
  },
];

/** A question for offers: addresses, or the older codes. */
export interface Asked {
  from_address?: { country_code: string };
  to_address?: { country_code: string };
  from_country_code?: string;
  to_country_code?: string;
  parcels?: { weight?: { value: string; unit: string } }[];
  calculate_quotes?: boolean;
}

const KILOGRAMS: Record<string, number> = { kg: 1, g: 0.001, lbs: 0.45359237, oz: 0.028349523 };

/** Options that fit, with prices only where both countries are known and prices asked for. */
export function offered(services: Service[], asked: Asked) {
  const from = asked.from_address?.country_code ?? asked.from_country_code;
  const to = asked.to_address?.country_code ?? asked.to_country_code;
  const crossing = from !== undefined && to !== undefined && needsCustoms(from, to);
  const weights = (asked.parcels ?? []).map(({ weight }) => (weight ? Number(weight.value) * KILOGRAMS[weight.unit]! : 0));
  const quoted = asked.calculate_quotes === true && from !== undefined && to !== undefined;
  return services
    .filter(({ maxKilograms, worldwide }) => (worldwide || !crossing) && weights.every((weight) => weight <= maxKilograms))
    .map((service) => option(service, crossing, quoted));
}

function option(service: Service, crossing: boolean, quoted: boolean) {
  const price = { value: service.price, currency: service.currency };
  const weight = { min: { value: '0.001', unit: 'kg' }, max: { value: `${service.maxKilograms}.001`, unit: 'kg' } };
  const breakdown = [{ type: 'price_without_insurance', label: 'Label', price }];
  return {
    code: service.code,
    name: service.name,
    carrier: { code: service.carrier, name: service.name.split(' ')[0] },
    product: { code: service.code, name: service.name },
    functionalities: { tracked: true, last_mile: service.servicePoint ? 'service_point' : 'home_delivery' },
    weight,
    requirements: { fields: [], export_documents: crossing, is_service_point_required: service.servicePoint },
    charging_type: 'label_creation',
    quotes:
      quoted && service.price !== null ? [{ weight, lead_time: service.leadTime, price: { breakdown, total: price } }] : null,
  };
}
