import { describe, expect, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import type { Caller } from '#platform/kernel';
import { type ItemCommand, itemDecider } from './item.decider.js';
import type { ItemEvent, ItemStatus, Owner, OwnerAddress, OwnerResponse, Shipment } from './item.events.js';
import type { ShipmentStatus } from './item.life-cycle.js';
import type { KnownItem } from './item.state.js';
import { nextSteps } from './item.transitions.js';
import { UNKNOWN_OWNER } from './owner.js';

const { given } = specificationOf(itemDecider);

const caller: Caller = {
  group: { id: 1, code: 'demo' },
  actor: { type: 'user', userID: 3 },
  role: 'property_subuser',
  scope: { all: false, locationIDs: ['demo:1'] },
  requestID: null,
};
const HOUR = 60 * 60 * 1000;
const start = Date.parse('2026-11-21T10:00:00.000Z');
/** The moment that many hours after registration. */
const after = (hours: number) => new Date(start + hours * HOUR).toISOString();

/** Registered at a Location that stores for one day and gives seven more to collect. */
function registered(owner: Partial<Owner> = { contactEmail: 'anna@example.com' }): ItemEvent {
  return {
    type: 'ItemRegistered',
    data: {
      locationID: 'demo:1',
      item: 'Umbrella',
      location: 'Lobby',
      departuredDate: '2026-11-20',
      shipping: { weight: null, dimensions: null },
      itemStorage: null,
      internalNotes: null,
      imageUrl: null,
      customStorageDays: null,
      brand: null,
      colors: [],
      categories: [],
      languageID: 1,
      languageCode: 'en',
      status: owner.contactEmail ? 'waiting-response' : 'contact-missing',
      itemStorageDays: 1,
      registeredAt: after(0),
      storageExpiresAt: after(24),
      owner: { ...UNKNOWN_OWNER, ...owner },
    },
  };
}

const became = (status: ItemStatus, previousStatus: ItemStatus): ItemEvent => ({
  type: 'ItemStatusChanged',
  data: { status, previousStatus, locationID: 'demo:1' },
});

function answering(response: OwnerResponse, hours = 1, address: Partial<OwnerAddress> | null = null): ItemCommand {
  return {
    type: 'RecordResponse',
    caller,
    response,
    address,
    storageAfterItemStorageDays: 7,
    isState: () => false,
    at: after(hours),
  };
}

const expiring = (hours: number): ItemCommand => ({ type: 'ExpireItem', at: after(hours) });
const reporting = (status: ShipmentStatus, shipment: Partial<Shipment> = {}): ItemCommand => ({
  type: 'ReportShipment',
  caller,
  status,
  shipment,
});
const collecting: ItemEvent[] = [
  registered(),
  { type: 'OwnerResponded', data: { response: 'pickup', storageExpiresAt: after(24 + 7 * 24) } },
  became('pickup-by-guest', 'waiting-response'),
];

describe('a Location that stores for one day and gives seven more to collect', () => {
  it('lets the guest answer during day 1 and then gives seven days', () => {
    given([registered()]).when(answering('pickup', 23)).then(collecting.slice(1));
  });

  it('takes no answer after day 1', () => {
    for (const response of ['pickup', 'ship', 'leave', 'not-mine'] as const) {
      given([registered()]).when(answering(response, 24)).thenRefused('transition_not_allowed');
    }
  });

  it('expires the item after day 1 when nobody answered', () => {
    given([registered()]).when(expiring(23.99)).thenNothing();
    given([registered()])
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
    given([registered()])
      .when(answering('leave'))
      .then([{ type: 'OwnerResponded', data: { response: 'leave' } }, became('left-behind', 'waiting-response')]);
    given([registered({})])
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
    };
    const owner = { ...UNKNOWN_OWNER, contactEmail: 'anna@example.com', address };
    given([registered()])
      .when(answering('ship', 1, { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE' }))
      .then([{ type: 'OwnerResponded', data: { response: 'ship', owner } }, became('shipment-paid', 'waiting-response')]);
    given([registered({ contactEmail: 'anna@example.com', address })])
      .when(answering('ship'))
      .then([{ type: 'OwnerResponded', data: { response: 'ship' } }, became('shipment-paid', 'waiting-response')]);
  });

  it('cannot send an item without an address', () => {
    given([registered()]).when(answering('ship')).thenRefused('validation_failed', 'address');
    given([registered()])
      .when(answering('ship', 1, { city: null }))
      .thenRefused('validation_failed', 'address');
  });

  it('names a wrong state under the address of the request', () => {
    given([registered()])
      .when(answering('ship', 1, { countryID: 'DE', state: 'CA' }))
      .thenRefused('validation_failed', 'address.state');
  });

  it('is taken only once', () => {
    given(collecting).when(answering('leave')).thenRefused('transition_not_allowed');
    given([registered(), became('finished', 'waiting-response')])
      .when(answering('pickup'))
      .thenRefused('transition_not_allowed');
  });
});

describe('a shipment', () => {
  const paid = [registered(), became('shipment-paid', 'waiting-response')];
  const parcel: Shipment = { carrier: 'DHL', trackingNumber: '0034', labelUrl: null, cost: 12.5 };

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
    given([registered()]).when(reporting('shipment-paid')).thenRefused('transition_not_allowed');
  });

  it('is reported by a carrier, who learns of no item that is not sent', () => {
    const carrier: Caller = { ...caller, role: 'carrier', scope: { all: true } };
    const reported = { ...reporting('in-route'), caller: carrier } as ItemCommand;
    given(paid)
      .when(reported)
      .then([became('in-route', 'shipment-paid')]);
    given([registered()]).when(reported).thenRefused('not_found');
    given([...paid, became('finished', 'shipment-paid')])
      .when(reported)
      .thenRefused('not_found');
  });
});

describe('deleting an item', () => {
  it('is possible from every status but anonymized, and once', () => {
    given(collecting)
      .when({ type: 'DeleteItem', caller })
      .then([became('deleted', 'pickup-by-guest')]);
    given([...collecting, became('deleted', 'pickup-by-guest')])
      .when({ type: 'DeleteItem', caller })
      .thenRefused('not_found');
    given([...collecting, became('anonymized', 'pickup-by-guest')])
      .when({ type: 'DeleteItem', caller })
      .thenRefused('transition_not_allowed');
  });

  it('is not possible out of reach', () => {
    given(collecting)
      .when({ type: 'DeleteItem', caller: { ...caller, scope: { all: false, locationIDs: ['demo:2'] } } })
      .thenRefused('not_found');
  });
});

describe('an address that was refused for good', () => {
  const bounced = { type: 'ReportBounce', contactEmail: 'anna@example.com' } as const;

  it('makes the contact missing again', () => {
    given([registered()])
      .when(bounced)
      .then([{ type: 'ContactBounced', data: { contact: 'contactEmail' } }, became('contact-missing', 'waiting-response')]);
  });

  it('means nothing once it was corrected, or when nobody is waited for', () => {
    given([registered({ contactEmail: 'anna@example.org' })])
      .when(bounced)
      .then([]);
    given([registered(), became('finished', 'waiting-response')])
      .when(bounced)
      .then([]);
  });

  it('lets the item wait again when another one is given', () => {
    const owner = { contactEmail: 'anna@example.org' };
    given([registered(), became('contact-missing', 'waiting-response')])
      .when({ type: 'UpdateItem', caller, changes: { owner }, isState: () => true, at: after(1) })
      .then([
        { type: 'ItemUpdated', data: { owner: { ...UNKNOWN_OWNER, ...owner } } },
        became('waiting-response', 'contact-missing'),
      ]);
  });
});

describe('the statuses an item may take next', () => {
  const after_ = (...events: ItemEvent[]) =>
    nextSteps(events.reduce(itemDecider.evolve, itemDecider.initialState) as KnownItem, after(1)).map(({ status }) => status);

  it('are those its owner’s answers and staff may give it', () => {
    expect(after_(registered())).toEqual([
      'left-behind',
      'finished',
      'pickup-by-guest',
      'shipment-paid',
      'wrong-owner',
      'deleted',
    ]);
  });

  it('are the further steps of a shipment', () => {
    expect(after_(registered(), became('pickup-scheduled', 'shipment-paid'))).toEqual([
      'left-behind',
      'finished',
      'in-route',
      'delivered',
      'deleted',
    ]);
  });

  it('include the one an expired item had', () => {
    expect(after_(...collecting, became('expired', 'pickup-by-guest'))).toContain('pickup-by-guest');
  });

  it('are none for an anonymized item', () => {
    expect(after_(registered(), became('anonymized', 'finished'))).toEqual([]);
  });
});

describe('personal data', () => {
  const erased: ItemEvent = { type: 'PersonalDataErased', data: {} };

  it('is erased once, whatever the status, and the item is anonymized', () => {
    given([registered()])
      .when({ type: 'EraseItem' })
      .then([erased, became('anonymized', 'waiting-response')]);
    given([registered(), erased, became('anonymized', 'waiting-response')])
      .when({ type: 'EraseItem' })
      .thenNothing();
  });

  it('of a deleted item is erased, and the item stays deleted', () => {
    given([registered(), became('deleted', 'waiting-response')])
      .when({ type: 'EraseItem' })
      .then([erased]);
  });
});
