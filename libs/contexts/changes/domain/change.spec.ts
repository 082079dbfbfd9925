import { describe, expect, it } from 'vitest';
import { itemSubject } from '#contexts/items';
import { locationSubject } from '#contexts/locations';
import { requestSubject } from '#contexts/requests';
import type { StoredEvent, Subject } from '#platform/event-store';
import { changeOf, knownFields } from './change.js';

const SHOWN = {
  item: ['locationID', 'brand', 'status', 'storageExpiresAt', 'owner', 'shipment', 'requestID'],
  request: ['status', 'askForDetails', 'matchedItemID', 'resolved'],
  location: ['reference', 'address', 'contactDetails', 'active'],
};

const AT = '2026-11-22T10:00:00.000Z';
let version = 0;
const event = (type: string, data: object): StoredEvent => ({ type, data: { ...data }, version: ++version, at: AT });
const sealed = () => ({ sealed: String(Math.random()) });

const SUBJECTS: Record<keyof typeof SHOWN, Subject> = { item: itemSubject, request: requestSubject, location: locationSubject };

/** The change that a commit with these events is, on a record with the ones before. */
function change(type: keyof typeof SHOWN, before: StoredEvent[], events: StoredEvent[]) {
  const { changes, ...told } = SUBJECTS[type];
  const subject = { ...told, changes: { ...changes, shown: SHOWN[type] } };
  const known = before.length === 0 ? null : before.reduce((all, event) => knownFields(all, event, subject), {});
  const { change, status, fields, locationID } = changeOf(
    { stream: { groupID: 1, type, id: 7 }, before: known, events },
    subject,
  );
  return { change, status, fields, locationID };
}

const registered = event('ItemRegistered', { locationID: 'demo:1', status: 'waiting-response', brand: null, owner: sealed() });
const became = (status: string, previousStatus = 'waiting-response') =>
  event('ItemStatusChanged', { status, previousStatus, locationID: 'demo:1' });

describe('the change of an item', () => {
  it('is created when the commit has its first event', () => {
    expect(change('item', [], [registered])).toEqual({
      change: 'created',
      status: 'waiting-response',
      fields: [],
      locationID: 'demo:1',
    });
  });

  it('names the fields of an update, and knows Location and status from before', () => {
    const updated = event('ItemUpdated', { owner: sealed(), brand: 'Anker', storageExpiresAt: AT });
    expect(change('item', [registered], [updated])).toEqual({
      change: 'updated',
      status: 'waiting-response',
      fields: ['brand', 'storageExpiresAt', 'owner'],
      locationID: 'demo:1',
    });
  });

  it('is one for all events of the commit: of the status where that changed, with all other fields', () => {
    const updated = event('ItemUpdated', { brand: 'Anker' });
    expect(change('item', [registered], [updated, became('finished')])).toMatchObject({
      change: 'status',
      status: 'finished',
      fields: ['brand', 'status'],
    });
  });

  it('is an update when the status came back in the same commit', () => {
    const there = [became('finished'), became('waiting-response', 'finished')];
    expect(change('item', [registered], there)).toMatchObject({ change: 'updated', fields: [] });
  });

  it('is deleted, without fields', () => {
    expect(change('item', [registered], [became('deleted')])).toMatchObject({ change: 'deleted', status: 'deleted', fields: [] });
  });

  it('is anonymized, also when it was deleted before', () => {
    const erased = event('PersonalDataErased', {});
    expect(change('item', [registered], [erased, became('anonymized')])).toMatchObject({
      change: 'anonymized',
      status: 'anonymized',
      fields: [],
    });
    expect(change('item', [registered, became('deleted')], [erased])).toMatchObject({ change: 'anonymized', status: 'deleted' });
  });

  it('of a Location is an update when its contact person was erased, also when others are named in the same commit', () => {
    const made = event('LocationCreated', { locationID: 'demo:1', contactDetails: sealed() });
    const erased = event('PersonalDataErased', {});
    const next = event('LocationUpdated', { contactDetails: sealed() });
    const expected = { change: 'updated', status: 'active', fields: ['contactDetails'] };
    expect(change('location', [made], [erased])).toMatchObject(expected);
    expect(change('location', [made], [erased, next])).toMatchObject(expected);
    // Where it was never sealed, it was taken out of the earlier event too.
    expect(
      change('location', [event('LocationCreated', { locationID: 'demo:1', contactDetails: null })], [erased]),
    ).toMatchObject(expected);
  });

  it('follows it to another Location', () => {
    const moved = event('ItemUpdated', { locationID: 'demo:2' });
    expect(change('item', [registered], [moved])).toMatchObject({ locationID: 'demo:2', fields: ['locationID'] });
  });

  it('names the Request that it is matched to, and that it is not any more', () => {
    const matched = event('ItemMatched', { requestID: 3, owner: sealed() });
    expect(change('item', [registered], [matched])).toMatchObject({ fields: ['owner', 'requestID'] });
    expect(change('item', [registered, matched], [event('ItemUnmatched', {})])).toMatchObject({ fields: ['requestID'] });
  });

  it('names the shipment', () => {
    const shipment = event('ShipmentReported', { shipment: sealed() });
    expect(change('item', [registered], [shipment])).toMatchObject({ change: 'updated', fields: ['shipment'] });
  });
});

describe('the change of a Request', () => {
  const step = { locationID: 'demo:1', status: 'registered', previousStatus: null, matchedItemID: null };
  const made = event('RequestMade', { ...step, request: sealed(), guest: sealed() });

  it('names what a question, an answer and a match change', () => {
    const asked = event('DetailsAsked', { ...step, status: 'waiting-guest-response', question: sealed() });
    expect(change('request', [made], [asked])).toMatchObject({ change: 'status', fields: ['status', 'askForDetails'] });
    const given = event('DetailsGiven', { ...step, guest: sealed() });
    expect(change('request', [made, asked], [given])).toMatchObject({ change: 'status', fields: ['status', 'askForDetails'] });
    const matched = event('RequestMatched', { ...step, status: 'resolved', matchedItemID: 3 });
    expect(change('request', [made], [matched])).toMatchObject({
      change: 'status',
      status: 'resolved',
      fields: ['status', 'matchedItemID', 'resolved'],
    });
  });
});

describe('the change of a Location', () => {
  const made = event('LocationCreated', { locationID: 'demo:1', reference: null });

  it('has active or deactivated as its status', () => {
    expect(change('location', [], [made])).toMatchObject({ change: 'created', status: 'active', locationID: 'demo:1' });
    const deactivated = event('LocationDeactivated', {});
    expect(change('location', [made], [deactivated])).toMatchObject({
      change: 'status',
      status: 'deactivated',
      fields: ['active'],
    });
    const reactivated = event('LocationReactivated', {});
    expect(change('location', [made, deactivated], [reactivated])).toMatchObject({ change: 'status', status: 'active' });
    expect(change('location', [made], [event('LocationUpdated', { reference: 'A' })])).toMatchObject({
      change: 'updated',
      status: 'active',
      fields: ['reference'],
    });
  });
});
