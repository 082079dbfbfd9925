export * from './fields.js';
export * from './record.errors.js';
