import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeApi } from './describe-api.js';

/** `npm run openapi`: writes the committed document; what is short stands on one line. */
writeFileSync('openapi.json', JSON.stringify(await describeApi()));
execFileSync('biome', ['format', '--write', 'openapi.json'], { stdio: ['ignore', 'ignore', 'inherit'] });
