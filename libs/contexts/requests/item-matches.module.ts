import { Global, Module } from '@nestjs/common';
import { ITEM_MATCHES } from '#contexts/items';
import { ReopenRequests } from './commands/reopen-requests.js';

/** Reopens Requests when their item is somebody else's; global, because items know nothing of Requests. */
@Global()
@Module({
  providers: [{ provide: ITEM_MATCHES, useClass: ReopenRequests }],
  exports: [ITEM_MATCHES],
})
export class ItemMatchesModule {}
