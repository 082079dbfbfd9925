export { startTracing } from './start-tracing.js';
export { found, traced } from './traced.js';
export { tracedRequests } from './traced-requests.js';
