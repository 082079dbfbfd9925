export { deskContext } from './desk.context.js';
