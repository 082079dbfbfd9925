import { Injectable } from '@nestjs/common';
import { ConnectionUsers } from '#contexts/connections';
import { PaymentPages } from '../store/payment-pages.js';
import { PaymentRefunds } from '../store/payment-refunds.js';

/** Connections that guests pay by no more: what is open there is ended by the worker, which needs their secrets so long. */
@Injectable()
export class LeftConnections {
  constructor(pages: PaymentPages, refunds: PaymentRefunds, users: ConnectionUsers) {
    users.of('payment', {
      async left(connection) {
        if (connection.locationIDs !== null) await pages.review(connection);
      },
      isBusy: async (groupID, id) => (await pages.areOpen(groupID, id)) || refunds.areBegun(groupID, id),
    });
  }
}
