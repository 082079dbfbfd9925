export { lockFolder } from './folder-lock.js';
export { createLog, NestLog } from './log.js';
export { addressFile, openDatabase, postgresFolder, type RunDatabase } from './run-database.js';
export { runService } from './run-service.js';
export { type Running, TOLD_LATER } from './run-until-stopped.js';
export { checkFolder, checkPorts, StartError } from './start-checks.js';
