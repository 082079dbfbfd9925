import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { describeApi } from './describe-api.js';

/** `npm run openapi`: writes the committed document. */
writeFileSync('openapi.json', `${JSON.stringify(await describeApi(), null, 2)}\n`);
