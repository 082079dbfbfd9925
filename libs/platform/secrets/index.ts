export { KeyedHashes } from './keyed-hash.js';
export { Keyring, keyID, type Sealer } from './keyring.js';
export type { SealedColumn } from './sealed-column.js';
export { Secrets } from './secrets.js';
