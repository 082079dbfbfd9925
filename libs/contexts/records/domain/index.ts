export * from './record.errors.js';
