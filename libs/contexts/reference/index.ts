export { trackingUrl } from './carriers.js';
export { CATEGORIES, CATEGORY_IDS } from './categories.js';
export { COLOR_IDS, COLORS } from './colors.js';
export { COUNTRIES, COUNTRY_CODES, ISO_CODES, isoCodeOf } from './countries.js';
export { addressLines, type PostalAddress } from './postal-address.js';
export { demandsPostalCode, postalCodeOf } from './postal-codes.js';
export { inPrefecture, PREFECTURES } from './prefectures.js';
export { referenceContext } from './reference.context.js';
export { COUNTRIES_WITH_STATES, isSubdivision, statesOf } from './subdivisions.js';
