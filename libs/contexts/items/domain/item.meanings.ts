import { declareEvents } from '#platform/kernel';
import { UNKNOWN_OWNER } from './item.details.js';
import { type ItemEvents, type ItemStatus, UNKNOWN_SHIPMENT } from './item.events.js';
import { itemFields } from './item.fields.js';
import { outcomeOf } from './item.leaving.js';
import { isUnpaid } from './item.payment.js';
import { isStillBounced, type KnownItem, withOwner } from './item.state.js';
import { WAITING_FOR_STAFF } from './item.statuses.js';

/** The fields of an item that has not left. */
const HERE = { outcome: null, handover: null, disposal: null, signature: null };

const { withoutErased } = itemFields;

const NO_HOLD = { hold: null, heldUntil: null };

/** The meaning of each event of an item: its effect on the item and on its row, what is not sealed, what the list of changes states. */
export const itemEvents = declareEvents<KnownItem, ItemEvents>()('ItemRegistered', {
  ItemRegistered: {
    public: [
      ...itemFields.public,
      ...([
        'locationID',
        'languageID',
        'languageCode',
        'status',
        'itemStorageDays',
        'registeredAt',
        'storageExpiresAt',
        'untold',
      ] as const),
    ],
    state(_none, { languageID: _id, languageCode: _code, untold: _untold, ...item }) {
      const { locationID, status, itemStorageDays, registeredAt, storageExpiresAt, ...rest } = item;
      const details = { ...itemFields.empty, ...rest, owner: rest.owner ?? UNKNOWN_OWNER };
      const began = { registeredAt, itemStorageDays, storageExpiresAt, regularEnd: storageExpiresAt };
      const nothing = { statusBefore: null, leftAt: null, payment: null, shipment: null, hold: null, match: null };
      return { status, locationID, details, ...began, ...nothing, hasBounced: false, isErased: false };
    },
    row: ({ itemStorageDays: _days, registeredAt: _at, untold: _untold, ...details }, { actor, at }) => ({
      ...withoutErased(details),
      shipment: null,
      requestID: null,
      payment: null,
      ...NO_HOLD,
      ...HERE,
      ...waiting(details.status, at),
      unpaidSince: null,
      problemSince: null,
      registeredBy: actor.type === 'user' ? actor.userID : null,
      registeredByToken: actor.type === 'integration' ? actor.tokenID : null,
      erased: false,
    }),
  },
  ItemStatusChanged: {
    public: ['status', 'previousStatus', 'locationID', 'ownerKnows'],
    // Set by staff, it is theirs to reopen.
    state: (item, { status }) => ({
      ...item,
      status,
      statusBefore: item.status,
      leftAt: status === 'left-behind' && item.status !== 'finished' ? item.leftAt : null,
    }),
    row({ status }, { at }) {
      const outcome = outcomeOf(status);
      return { status, ...waiting(status, at), ...(outcome !== undefined && { ...HERE, outcome }) };
    },
    stated(data) {
      const outcome = outcomeOf(data.status);
      if (outcome === undefined) return data;
      return { ...data, outcome: outcome ?? undefined, handover: undefined, disposal: undefined };
    },
  },
  ItemHandedOver: {
    public: ['identification', 'markMatched'],
    state: (item) => item,
    row({ signature, ...handover }, { at }) {
      return { outcome: 'handed-over' as const, handover: { ...handover, hasSignature: signature !== null, at }, signature };
    },
    // Only that there is one: a signature is not kept here.
    stated: () => ({ outcome: 'handed-over', handover: true }),
  },
  ItemDisposedOf: {
    public: ['method'],
    state: (item) => item,
    row: (disposal, { at }) => ({ outcome: 'disposed' as const, disposal: { ...disposal, at } }),
    stated: () => ({ outcome: 'disposed', disposal: true }),
  },
  ShipmentReported: {
    public: ['problem'],
    // Earlier releases knew less of it; null: erased.
    state: (item, { shipment }) => ({ ...item, shipment: shipment && { ...UNKNOWN_SHIPMENT, ...shipment } }),
    row: ({ shipment, problem }, { at }) => ({ shipment, ...(problem !== undefined && { problemSince: problem && at }) }),
    stated: ({ shipment }) => ({ shipment }),
  },
  ItemPaymentChanged: {
    public: [
      ...(['paymentStatus', 'amount', 'currency', 'locationID', 'previousStatus'] as const),
      ...(['provider', 'problem', 'refunded'] as const),
    ],
    state: (item, { locationID: _location, previousStatus: _previous, ...payment }) => ({ ...item, payment }),
    row({ locationID: _location, previousStatus, ...payment }, { at }) {
      const isNow = isUnpaid(payment.paymentStatus);
      return { payment, ...(isNow === isUnpaid(previousStatus) ? {} : { unpaidSince: isNow ? at : null }) };
    },
  },
  MoneyReturned: { public: ['locationID', 'amount', 'currency'], state: (item) => item, row: () => ({}), stated: () => ({}) },
  ItemHeld: {
    public: ['until', 'since'],
    state: (item, hold) => ({ ...item, hold }),
    row: (hold) => ({ hold, heldUntil: hold.until ?? 'infinity' }),
    stated: ({ reason }) => ({ hold: reason }),
  },
  HoldEnded: {
    public: [],
    state: (item) => ({ ...item, hold: null }),
    row: () => NO_HOLD,
    stated: () => ({ hold: undefined }),
  },
  PersonalDataErased: {
    public: [],
    state: (item) => ({ ...item, hold: null, isErased: true }),
    row: () => ({
      ...itemFields.erased,
      handover: null,
      disposal: null,
      signature: null,
      shipment: null,
      payment: null,
      unpaidSince: null,
      problemSince: null,
      ...NO_HOLD,
      erased: true,
    }),
    stated: () => ({ erased: true }),
  },
  ItemUpdated: {
    public: [...itemFields.public, 'storageExpiresAt'],
    state(item, { storageExpiresAt = item.storageExpiresAt, ...changes }) {
      const details = { ...item.details, ...changes };
      const owner = details.owner ?? UNKNOWN_OWNER;
      const moved = Date.parse(storageExpiresAt) - Date.parse(item.storageExpiresAt);
      const regularEnd = new Date(Date.parse(item.regularEnd) + moved).toISOString();
      const ends = { storageExpiresAt, regularEnd };
      return { ...item, ...ends, details: { ...details, owner }, hasBounced: isStillBounced(item, owner) };
    },
    row: withoutErased,
  },
  OwnerResponded: {
    public: ['response', 'storageExpiresAt', 'respondedAt'],
    state(item, { storageExpiresAt = item.storageExpiresAt, owner = item.details.owner, respondedAt = null }) {
      return { ...item, storageExpiresAt, leftAt: respondedAt, details: { ...item.details, owner: owner ?? UNKNOWN_OWNER } };
    },
    row: ({ response: _response, respondedAt: _at, ...changed }) => withoutErased(changed),
  },
  ItemReopened: {
    public: ['storageExpiresAt'],
    state: storedUntil,
    row: ({ storageExpiresAt }) => ({ storageExpiresAt, problemSince: null }),
  },
  AnswerTakenBack: { public: ['storageExpiresAt'], state: storedUntil, row: (data) => data },
  ItemMatched: {
    public: ['requestID'],
    state(item, { requestID, owner }) {
      const { status, hasBounced, details } = item;
      if (owner === undefined) return { ...item, match: { requestID, before: null } };
      const given = owner ?? UNKNOWN_OWNER;
      const before = { owner: details.owner, status, hasBounced };
      return { ...withOwner(item, given), hasBounced: isStillBounced(item, given), match: { requestID, before } };
    },
    row: withoutErased,
  },
  ItemUnmatched: {
    public: [],
    state(item, { owner }) {
      const before = item.match?.before;
      if (!before) return { ...item, match: null };
      // It may have expired since: it then returns to waiting for a contact, not to an answer that no longer counts.
      const statusBefore = item.statusBefore && 'contact-missing';
      return { ...withOwner(item, owner ?? UNKNOWN_OWNER), hasBounced: before.hasBounced, statusBefore, match: null };
    },
    row: (data) => ({ requestID: null, ...withoutErased(data) }),
    stated: (data) => ({ requestID: null, ...data }),
  },
  ContactBounced: { public: ['contact'], state: (item) => ({ ...item, hasBounced: true }), row: () => ({}) },
  ContactCorrected: { public: ['contact', 'locationID'], state: (item) => item, row: () => ({}) },
  OwnerWrittenTo: { public: ['locationID', 'message'], state: (item) => item, row: () => ({}) },
});

function storedUntil(item: KnownItem, { storageExpiresAt }: { storageExpiresAt: string }): KnownItem {
  return { ...item, storageExpiresAt, regularEnd: storageExpiresAt };
}

function waiting(status: ItemStatus, at: string) {
  return { waitingSince: WAITING_FOR_STAFF.includes(status) ? at : null };
}
