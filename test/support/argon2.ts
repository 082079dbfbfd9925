import { createRequire } from 'node:module';
import type { hash as hashed, verify as verified } from '@node-rs/argon2';

// Resolved by Node: specs have this file in the place of the package (vitest.config.ts).
const argon2: { hash: typeof hashed; verify: typeof verified } = createRequire(import.meta.url)('@node-rs/argon2');

/**
 * Argon2id of the least memory and passes: specs make hundreds of accounts. The parameters of the service are proved in
 * credentials.spec.ts.
 */
export const hash: typeof hashed = (password) => argon2.hash(password, { memoryCost: 8, timeCost: 1 });
export const { verify } = argon2;
