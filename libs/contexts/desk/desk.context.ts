import { DeskModule } from './desk.module.js';
import { deskApi } from './http/desk.api.js';

/** What the service puts together of this context. */
export const deskContext = { module: DeskModule, api: deskApi };
