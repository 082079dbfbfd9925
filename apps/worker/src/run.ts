import 'reflect-metadata';
import { runService } from '#platform/process';
import { startWorker } from './worker.js';

await runService('worker', startWorker);
