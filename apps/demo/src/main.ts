import { requireNode } from '#platform/runtime';

requireNode();
await import('./run.js');
