export { historyContext } from './history.context.js';
