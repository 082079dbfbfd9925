/** Fields that are chosen by the value of another field, and end with it. */
const DEPENDS: Readonly<Record<string, readonly string[]>> = {
  locationID: ['storagePlaceID', 'owner', 'languageID'],
  location: ['owner', 'languageID'],
  thing: ['handling'],
};

/** The values of a form or of filters after a change, without those that were derived from what was there before. */
export function changing<Values extends object>(values: Values, change: Partial<Values>): Values {
  const next: Record<string, unknown> = { ...values, ...change };
  for (const [field, derived] of Object.entries(DEPENDS)) {
    if (!(field in change) || change[field as keyof Values] === values[field as keyof Values]) continue;
    for (const one of derived) if (!(one in change)) delete next[one];
  }
  return next as Values;
}
