import { Injectable } from '@nestjs/common';
import type { Cause } from '#platform/event-store';
import type { ProviderPaymentCommand } from '../domain/item.paid-there.js';
import type { Payment } from '../domain/item.values.js';
import { ItemExecutor } from './item.executor.js';

/** The payments of items, for who asks their providers (decisions.md, section 14, Payment). */
@Injectable()
export class PaymentsOfItems {
  constructor(private readonly items: ItemExecutor) {}

  /** Keeps what its provider said. @returns the payment as it is then; null where none is asked for */
  async follow(groupID: number, itemID: number, cause: Cause, command: ProviderPaymentCommand): Promise<Payment | null> {
    const { state } = await this.items.follow(groupID, itemID, cause, () => command);
    return state.status === 'absent' ? null : state.payment;
  }

  /** The payment of an item, and where that is; null where none is asked for, or its data was erased. */
  async of(groupID: number, itemID: number): Promise<(Payment & { locationID: string }) | null> {
    const state = await this.items.stateOf(groupID, itemID);
    if (state.status === 'absent' || state.isErased) return null;
    return state.payment && { ...state.payment, locationID: state.locationID };
  }
}
