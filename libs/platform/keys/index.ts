export { compareKeys } from './compare-keys.js';
export { KeyRotation } from './key-rotation.js';
export { KeysModule } from './keys.module.js';
export { keyMigrations } from './migrations/index.js';
export { proofsIn } from './proofs.js';
export { ServiceKeyEntity } from './service-key.entity.js';
export { opensProof, RETIRED_KEYS } from './service-keys.js';
export { WrongKey } from './wrong-key.js';
