import type { Money } from '#platform/kernel';
import type { Connected, RawEvent } from './connected.js';

/** A payment to be made on the provider's page. */
export interface PaymentOrder {
  /** Ours, one for each page: the same one opens no second page, whatever is repeated. */
  reference: string;
  money: Money;
  /** The purpose, in words for the guest. */
  description: string;
  /** Where the guest comes back to, whatever became of it: coming back proves nothing. */
  returnUrl: string;
  /** Where the guest comes back to who does not want to pay now. */
  cancelUrl: string;
  /** Where the provider is to tell of it, for one that has to be told with each payment. */
  eventsUrl: string | null;
  /** BCP 47; null: the provider's choice. */
  language: string | null;
}

/** A page that the guest is led to. */
export interface PaymentPage {
  /** The provider's own name of the payment, for its later calls. */
  id: string;
  url: string;
}

/** `ended`: expired, failed, or ended by us; no money comes by it unless the provider tells so later. */
export type PaymentState = 'open' | 'paid' | 'ended';

/** A payment as the provider has it. */
export interface ProviderPayment {
  id: string;
  /** As given; null where the provider does not keep it. */
  reference: string | null;
  state: PaymentState;
  /** The page, while it can still be paid there. */
  url: string | null;
  /** The money that came in: compare it with what was asked. null while none has. */
  paid: Money | null;
}

/** Money to be given back. */
export interface RefundOrder {
  /** The payment's. */
  id: string;
  /** Ours, one for each refund: the same one gives nothing back twice. */
  reference: string;
  money: Money;
}

/** The news of a provider; of an event about something else there are none. */
export interface PaymentNews {
  /** The payment that it is about. */
  payment: ProviderPayment | null;
  /** Our references of refunds that have failed, at once or days later: their money is the hotel's again. */
  failedRefunds: string[];
}

/** A provider that takes money on its own page. Its amounts are in the currency's smallest unit. */
export interface PaymentProvider extends Connected {
  /** Opens a page; repeated with the same reference it is the same page. */
  open(order: PaymentOrder): Promise<PaymentPage>;
  /** Reads a payment; null where the provider does not know it. */
  find(id: string): Promise<ProviderPayment | null>;
  /** Ends a page so that nobody pays there, where the provider lets that be done. @returns the payment as it is then */
  end(id: string): Promise<ProviderPayment>;
  /**
   * Gives money back; repeated with the same reference it is done once: the provider is asked before each try.
   * @throws ProviderRefused with the provider's words
   */
  refund(order: RefundOrder): Promise<void>;
  /** The news of an event: as it says where it is signed, else read again from the provider. @throws EventRefused */
  event(event: RawEvent): Promise<PaymentNews>;
}
