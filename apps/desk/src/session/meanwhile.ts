/** A field that has another value than before. */
export interface Meanwhile {
  field: string;
  from: unknown;
  to: unknown;
}

/** Fields that say nothing beside the others that change with them. */
export const SILENT: readonly string[] = [
  ...['imageUrl', 'respondedAt', 'departuredDateTime', 'updatedAt', 'storagePlace', 'payment.url'],
  ...['provider', 'service', 'trackingUrl', 'currency', 'labelUrl', 'bookedAt'].map((name) => `shipment.${name}`),
];

/** Addresses of photos may be others at each reading. */
const told = (value: unknown) => JSON.stringify(value, (key, part) => (['url', 'thumbnailUrl'].includes(key) ? undefined : part));

/** The fields in which two states of a record differ, parts by their path: `owner.lastName`. */
export function differences(before: object, now: object, below = ''): Meanwhile[] {
  const names = Object.keys({ ...before, ...now }) as (keyof object)[];
  return names.flatMap((name) => {
    const field = `${below}${name}`;
    const [from, to] = [before[name], now[name]] as unknown[];
    if (SILENT.includes(field) || told(from) === told(to)) return [];
    const areParts = [from, to].every((one) => typeof one === 'object' && !Array.isArray(one));
    return areParts ? differences(from ?? {}, to ?? {}, `${field}.`) : [{ field, from, to }];
  });
}
