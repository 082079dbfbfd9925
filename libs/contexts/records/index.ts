export * from './domain/index.js';
export * from './record-executor.js';
export * from './record-kind.js';
