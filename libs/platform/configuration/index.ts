export { type Configuration, ConfigurationError, readConfiguration } from './configuration.js';
export { secretKeysOf } from './secret-key.js';
