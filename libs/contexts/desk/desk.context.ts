import { DeskModule } from './desk.module.js';
import { deskApi } from './http/desk.api.js';

/** This context, as the service takes it. */
export const deskContext = { module: DeskModule, api: deskApi };
