export { CATEGORY_IDS } from './categories.js';
export { COLOR_IDS } from './colors.js';
export { COUNTRY_CODES } from './countries.js';
export { ReferenceModule } from './reference.module.js';
export { isSubdivision } from './subdivisions.js';
