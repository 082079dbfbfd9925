import { judgedFetch } from './contract.js';

// Every answer that a spec has from the API, by whatever means, is judged by openapi.json.
globalThis.fetch = judgedFetch;
