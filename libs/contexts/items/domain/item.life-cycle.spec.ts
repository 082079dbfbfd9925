import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import type { Caller } from '#platform/kernel';
import { CARRIER, userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import { type Owner, type OwnerAddress, UNKNOWN_OWNER } from './item.details.js';
import type { ItemEvent } from './item.events.js';
import type { ShipmentStatus } from './item.statuses.js';
import { OWNER_RESPONSES, type OwnerResponse, type Shipment, UNKNOWN_SHIPMENT } from './item.values.js';
import { after, became, registered } from './spec/items.js';

const later = after(1);
const { given } = specificationOf(itemDecider);

const caller = userWith('property_subuser', 'demo:1');

/** Found at a Location that stores for one day and gives seven more to collect. */
function found(owner: Partial<Owner> = { contactEmail: 'anna@example.com' }): ItemEvent {
  const status = owner.contactEmail ? 'waiting-response' : 'contact-missing';
  return registered({ owner, status, itemStorageDays: 1, storageExpiresAt: after(24) });
}

function answering(response: OwnerResponse, hours = 1, address: Partial<OwnerAddress> | null = null): ItemCommand {
  return {
    type: 'RecordResponse',
    caller,
    response,
    address,
    storageAfterItemStorageDays: 7,
    isState: () => false,
    quote: () => 'free',
    at: after(hours),
  };
}

const expiring = (hours: number): ItemCommand => ({ type: 'ExpireItem', at: after(hours) });
const reporting = (status: ShipmentStatus, shipment: Partial<Shipment> = {}, by: Caller = caller): ItemCommand => ({
  type: 'ReportShipment',
  caller: by,
  status,
  shipment,
});
const collecting: ItemEvent[] = [
  found(),
  { type: 'OwnerResponded', data: { response: 'pickup', storageExpiresAt: after(24 + 7 * 24) } },
  became('pickup-by-guest', 'waiting-response'),
];

describe('a Location that stores for one day and gives seven more to collect', () => {
  it('lets the guest answer during day 1 and then gives seven days', () => {
    given([found()]).when(answering('pickup', 23)).then(collecting.slice(1));
  });

  it.each(OWNER_RESPONSES)('does not take the answer %s after day 1', (response) => {
    given([found()]).when(answering(response, 24)).thenRefused('transition_not_allowed');
  });

  it('expires the item after day 1 when nobody answered', () => {
    given([found()]).when(expiring(23.99)).thenNothing();
    given([found()])
      .when(expiring(24))
      .then([became('expired', 'waiting-response')]);
  });

  it('expires what was not collected after day 8', () => {
    given(collecting)
      .when(expiring(8 * 24 - 0.01))
      .thenNothing();
    given(collecting)
      .when(expiring(8 * 24))
      .then([became('expired', 'pickup-by-guest')]);
  });
});

describe('an owner’s answer', () => {
  it('leaves the item behind, or makes another one its owner', () => {
    given([found()])
      .when(answering('leave'))
      .then([
        { type: 'OwnerResponded', data: { response: 'leave', respondedAt: after(1) } },
        became('left-behind', 'waiting-response'),
      ]);
    given([found({})])
      .when(answering('not-mine'))
      .then([{ type: 'OwnerResponded', data: { response: 'not-mine' } }, became('wrong-owner', 'contact-missing')]);
  });

  it('sends the item to the address given along', () => {
    const address: OwnerAddress = {
      address: 'Hauptstraße 5',
      address2: null,
      city: 'Hamburg',
      countryID: 'DE',
      state: null,
      zipCode: null,
      companyName: null,
      recipient: null,
      phoneNumber: null,
    };
    const owner = { ...UNKNOWN_OWNER, contactEmail: 'anna@example.com', address };
    given([found()])
      .when(answering('ship', 1, { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE' }))
      .then([{ type: 'OwnerResponded', data: { response: 'ship', owner } }, became('shipment-paid', 'waiting-response')]);
    given([found({ contactEmail: 'anna@example.com', address })])
      .when(answering('ship'))
      .then([{ type: 'OwnerResponded', data: { response: 'ship' } }, became('shipment-paid', 'waiting-response')]);
  });

  it('cannot send an item without an address', () => {
    given([found()]).when(answering('ship')).thenRefused('validation_failed', 'address');
    given([found()])
      .when(answering('ship', 1, { city: null }))
      .thenRefused('validation_failed', 'address');
  });

  it('names a wrong state under the address of the request', () => {
    given([found()])
      .when(answering('ship', 1, { countryID: 'DE', state: 'CA' }))
      .thenRefused('validation_failed', 'address.state');
  });

  it('is taken only once', () => {
    given(collecting).when(answering('leave')).thenRefused('transition_not_allowed');
    given([found(), became('finished', 'waiting-response')])
      .when(answering('pickup'))
      .thenRefused('transition_not_allowed');
  });
});

describe('a shipment', () => {
  const paid = [found(), became('shipment-paid', 'waiting-response')];
  const parcel: Shipment = { ...UNKNOWN_SHIPMENT, carrier: 'DHL', trackingNumber: '0034', cost: 12.5 };

  it('moves forward, and may skip a step', () => {
    given(paid)
      .when(reporting('in-route', { carrier: 'DHL', trackingNumber: '0034', cost: 12.5 }))
      .then([{ type: 'ShipmentReported', data: { shipment: parcel } }, became('in-route', 'shipment-paid')]);
  });

  it('never moves backward', () => {
    given([...paid, became('in-route', 'shipment-paid')])
      .when(reporting('pickup-scheduled'))
      .thenRefused('transition_not_allowed');
  });

  it('brings news without moving, and nothing when there is none', () => {
    given([...paid, became('in-route', 'shipment-paid'), { type: 'ShipmentReported', data: { shipment: parcel } }])
      .when(reporting('in-route', { labelUrl: 'https://example.com/l' }))
      .then([{ type: 'ShipmentReported', data: { shipment: { ...parcel, labelUrl: 'https://example.com/l' } } }]);
    given(paid).when(reporting('shipment-paid')).thenNothing();
  });

  it('starts with the owner’s answer only', () => {
    given([found()]).when(reporting('shipment-paid')).thenRefused('transition_not_allowed');
  });

  it('is reported by a carrier, who learns of no item that is not sent', () => {
    const reported = reporting('in-route', {}, CARRIER);
    given(paid)
      .when(reported)
      .then([became('in-route', 'shipment-paid')]);
    given([found()]).when(reported).thenRefused('not_found');
    given([...paid, became('finished', 'shipment-paid')])
      .when(reported)
      .thenRefused('not_found');
  });
});

describe('an item that a carrier has delivered', () => {
  const delivered = [found(), became('shipment-paid', 'waiting-response'), became('delivered', 'shipment-paid')];

  it('is changed by staff alone; the carrier may say again that it has arrived', () => {
    given(delivered)
      .when(reporting('delivered', { cost: 999_999 }, CARRIER))
      .thenRefused('transition_not_allowed');
    given(delivered)
      .when(reporting('delivered', {}, CARRIER))
      .thenNothing();
    given(delivered)
      .when(reporting('delivered', { cost: 9.9 }))
      .then([{ type: 'ShipmentReported', data: { shipment: { ...UNKNOWN_SHIPMENT, cost: 9.9 } } }]);
  });
});

describe('deleting an item', () => {
  it('is possible from every status but anonymized, and once', () => {
    given(collecting)
      .when({ type: 'DeleteItem', caller, at: later })
      .then([became('deleted', 'pickup-by-guest')]);
    given([...collecting, became('deleted', 'pickup-by-guest')])
      .when({ type: 'DeleteItem', caller, at: later })
      .thenRefused('not_found');
    given([...collecting, became('anonymized', 'pickup-by-guest')])
      .when({ type: 'DeleteItem', caller, at: later })
      .thenRefused('transition_not_allowed');
  });

  it('is not possible out of reach', () => {
    given(collecting)
      .when({ type: 'DeleteItem', caller: userWith('property_subuser', 'demo:2'), at: later })
      .thenRefused('not_found');
  });
});

describe('an address that was refused for good', () => {
  const bounced = { type: 'ReportBounce', contactEmail: 'anna@example.com' } as const;

  it('makes the contact missing again', () => {
    given([found()])
      .when(bounced)
      .then([{ type: 'ContactBounced', data: { contact: 'contactEmail' } }, became('contact-missing', 'waiting-response')]);
  });

  it('is ignored once the address was corrected, or when no response is awaited', () => {
    given([found({ contactEmail: 'anna@example.org' })])
      .when(bounced)
      .then([]);
    given([found(), became('finished', 'waiting-response')])
      .when(bounced)
      .then([]);
  });

  it('lets the item wait again when another one is given', () => {
    const owner = { contactEmail: 'anna@example.org' };
    given([found(), became('contact-missing', 'waiting-response')])
      .when({ type: 'UpdateItem', caller, changes: { owner }, isState: () => true, at: after(1) })
      .then([
        { type: 'ItemUpdated', data: { owner: { ...UNKNOWN_OWNER, ...owner } } },
        became('waiting-response', 'contact-missing'),
      ]);
  });
});

describe('an expired item whose address bounced', () => {
  const bounced: ItemEvent = { type: 'ContactBounced', data: { contact: 'contactEmail' } };
  const [late, end] = [25, 90 * 24].map(after) as [string, string];
  const expired = (owner: Partial<Owner> = { contactEmail: 'anna@example.com' }) => [
    found(owner),
    bounced,
    became('contact-missing', 'waiting-response'),
    became('expired', 'contact-missing'),
  ];
  const updating = (changes: Extract<ItemCommand, { type: 'UpdateItem' }>['changes']): ItemCommand => ({
    type: 'UpdateItem',
    caller,
    changes,
    isState: () => true,
    at: late,
  });
  const prolonging = updating({ customStorageDays: 90 });
  const prolonged: ItemEvent = { type: 'ItemUpdated', data: { customStorageDays: 90, storageExpiresAt: end } };
  const corrected = { ...UNKNOWN_OWNER, contactEmail: 'anna@example.org' };

  it('is not notified again when its storage is extended', () => {
    given(expired())
      .when(prolonging)
      .then([prolonged, became('contact-missing', 'expired')]);
    given(expired({ contactEmail: 'anna@example.com', phoneNumber: '+31612345678' }))
      .when(prolonging)
      .then([prolonged, became('contact-missing', 'expired')]);
  });

  it('waits for an answer once the address was corrected, before or with it', () => {
    given([...expired(), { type: 'ItemUpdated', data: { owner: corrected } }])
      .when(prolonging)
      .then([prolonged, became('waiting-response', 'expired')]);
    given(expired())
      .when(updating({ customStorageDays: 90, owner: { contactEmail: 'anna@example.org' } }))
      .then([
        { type: 'ItemUpdated', data: { ...prolonged.data, owner: corrected } } as ItemEvent,
        became('waiting-response', 'expired'),
      ]);
  });

  it('waits for an answer once there is a telephone beside it', () => {
    const owner = { ...UNKNOWN_OWNER, contactEmail: 'anna@example.com', phoneNumber: '+31612345678' };
    given([...expired(), { type: 'ItemUpdated', data: { owner } }])
      .when(prolonging)
      .then([prolonged, became('waiting-response', 'expired')]);
  });
});

describe('personal data', () => {
  const erased: ItemEvent = { type: 'PersonalDataErased', data: {} };

  it('is erased once, whatever the status, and the item is anonymized', () => {
    given([found()])
      .when({ type: 'EraseItem' })
      .then([erased, became('anonymized', 'waiting-response')]);
    given([found(), erased, became('anonymized', 'waiting-response')])
      .when({ type: 'EraseItem' })
      .thenNothing();
  });

  it('of a deleted item is erased, and the item stays deleted', () => {
    given([found(), became('deleted', 'waiting-response')])
      .when({ type: 'EraseItem' })
      .then([erased]);
  });
});
