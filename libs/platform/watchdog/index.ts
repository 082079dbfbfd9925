export type { Loop } from './loop.js';
export { Watchdog } from './watchdog.js';
export { WatchdogModule } from './watchdog.module.js';
