export { checkFolder, checkPorts } from './checks.js';
export { addressFile, openDatabase, postgresFolder } from './database.js';
export { lockFolder } from './lock.js';
export { StartError } from './start-error.js';
