export * from './caller.js';
export * from './changes.js';
export * from './clock.js';
export * from './domain-error.js';
export * from './page.js';
export * from './postal-address.js';
export * from './retry.js';
export * from './timestamp.js';
