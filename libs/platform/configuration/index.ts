export { type Configuration, ConfigurationError, readConfiguration } from './configuration.js';
export { secretKeyOf } from './secret-key.js';
