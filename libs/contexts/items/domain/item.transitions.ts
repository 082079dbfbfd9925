import { TransitionNotAllowed } from '#contexts/records/domain';
import { isHeld, mustNotBeHeld } from './item.hold.js';
import { isSentAtOnce, isWithdrawable, type Quote } from './item.payment.js';
import { type KnownItem, reaches, statusOnceReactivated, statusWithoutGuest, storageEnd } from './item.state.js';
import {
  ANSWERABLE,
  ASKED,
  EXPIRING,
  LIVE,
  SHIPMENT_STATUSES,
  type ShipmentStatus,
  STAFF_STATUSES,
  type StaffStatus,
  WITHOUT_CONTACT,
} from './item.statuses.js';
import type { ItemStatus, OwnerResponse } from './item.values.js';

/** The acts that are listed as next steps, each with the value that it gives. */
export type Step =
  | `status ${StaffStatus}`
  | `response ${OwnerResponse}`
  | 'payment'
  | `shipment ${ShipmentStatus}`
  | 'update owner'
  | 'update customStorageDays'
  | 'reopen'
  | 'delete';

/** Acts that are not: further ways to a listed status, those on other records, and those of time. */
const UNLISTED = ['void', 'take back', 'hand over', 'dispose', 'match', 'unmatch', 'bounce', 'expire', 'erase'] as const;

type Act = Step | (typeof UNLISTED)[number];
type Guard = (item: KnownItem, at: string) => boolean;

/** One way from some statuses to another. */
interface Way {
  by: Act;
  from: readonly ItemStatus[];
  to: ItemStatus;
  when?: Guard;
  /** Not while the item is on hold. */
  unlessHeld?: true;
}

const not =
  (guard: Guard): Guard =>
  (item, at) =>
    !guard(item, at);
const all =
  (...guards: Guard[]): Guard =>
  (item, at) =>
    guards.every((guard) => guard(item, at));

const inTime: Guard = ({ storageExpiresAt }, at) => at < storageExpiresAt;
const isReached: Guard = (item) => reaches(item, item.details.owner);
const isToPay: Guard = ({ payment }) => payment?.paymentStatus === 'open';
/** The owner was asked to pay, and may say otherwise, which withdraws the payment. */
const mayWithdraw: Guard = ({ payment }) => isWithdrawable(payment);
/** The owner is known from a Request alone: without its guest nobody is. */
const isGuests: Guard = (item) => statusWithoutGuest(item) === 'contact-missing';

/** The time in which an owner may take back that the item may stay, in days. */
export const DAYS_TO_TAKE_BACK = 1;
const isJustLeft: Guard = ({ leftAt }, at) => leftAt !== null && at < storageEnd(leftAt, DAYS_TO_TAKE_BACK);

const others = (set: ItemStatus) => LIVE.filter((status) => status !== set);
const CLOSED: readonly ItemStatus[] = ['left-behind', 'finished', 'expired', 'wrong-owner'];
/** The statuses that end with the match of an item that has its owner from there. */
const OF_GUEST: readonly ItemStatus[] = ['waiting-response', 'pickup-by-guest', 'shipment-paid'];

/** The life cycle of an item (decisions.md, sections 6 and 12): its first way by an act names the status in refusals. */
export const WAYS: readonly Way[] = [
  ...STAFF_STATUSES.map((set): Way => ({ by: `status ${set}`, from: others(set), to: set, unlessHeld: true })),

  { by: 'response pickup', from: ASKED, to: 'pickup-by-guest', when: inTime },
  { by: 'response pickup', from: ['pickup-by-guest'], to: 'pickup-by-guest', when: all(inTime, mayWithdraw) },
  { by: 'response pickup', from: ['shipment-paid'], to: 'pickup-by-guest', when: not(isToPay) },
  { by: 'response ship', from: ANSWERABLE, to: 'shipment-paid', when: inTime },
  { by: 'response leave', from: ASKED, to: 'left-behind', when: inTime, unlessHeld: true },
  { by: 'response leave', from: ['pickup-by-guest'], to: 'left-behind', when: all(inTime, mayWithdraw), unlessHeld: true },
  { by: 'response not-mine', from: ASKED, to: 'wrong-owner', when: all(inTime, not(isToPay), not(isGuests)) },
  { by: 'response not-mine', from: ASKED, to: 'contact-missing', when: all(inTime, not(isToPay), isGuests) },
  { by: 'take back', from: ['left-behind'], to: 'waiting-response', when: all(isJustLeft, isReached) },
  { by: 'take back', from: ['left-behind'], to: 'contact-missing', when: all(isJustLeft, not(isReached)) },

  { by: 'payment', from: [...ANSWERABLE, 'expired'], to: 'shipment-paid', when: isToPay },
  // Forward only; a step may be skipped.
  ...SHIPMENT_STATUSES.map((set, n): Way => ({ by: `shipment ${set}`, from: SHIPMENT_STATUSES.slice(0, n), to: set })),

  { by: 'void', from: ['pickup-scheduled'], to: 'shipment-paid' },

  { by: 'update owner', from: WITHOUT_CONTACT, to: 'waiting-response' },
  ...EXPIRING.map(
    (to): Way => ({ by: 'update customStorageDays', from: ['expired'], to, when: (item) => statusOnceReactivated(item) === to }),
  ),
  { by: 'reopen', from: CLOSED, to: 'waiting-response', when: isReached },
  { by: 'reopen', from: CLOSED, to: 'contact-missing', when: not(isReached) },

  { by: 'hand over', from: others('finished'), to: 'finished', unlessHeld: true },
  { by: 'dispose', from: others('finished'), to: 'finished', unlessHeld: true },
  { by: 'delete', from: LIVE, to: 'deleted', unlessHeld: true },

  { by: 'match', from: WITHOUT_CONTACT, to: 'waiting-response' },
  { by: 'unmatch', from: OF_GUEST, to: 'contact-missing', when: isGuests },
  { by: 'unmatch', from: OF_GUEST, to: 'wrong-owner', when: not(isGuests) },
  { by: 'bounce', from: ['waiting-response'], to: 'contact-missing' },
  { by: 'expire', from: EXPIRING, to: 'expired', when: not(inTime), unlessHeld: true },
  { by: 'erase', from: LIVE, to: 'anonymized' },
];

const isOn = ({ from, when }: Way, item: KnownItem, at: string) => from.includes(item.status) && (!when || when(item, at));
const isFree = (way: Way, item: KnownItem, at: string) => isOn(way, item, at) && !(way.unlessHeld && isHeld(item, at));

/** Whether an item of this status may take the act, if nothing else keeps it from it. */
export function leadsFrom(status: ItemStatus, by: Act): boolean {
  return WAYS.some((way) => way.by === by && way.from.includes(status));
}

/** Whether the item takes the act now. */
export function allows(item: KnownItem, by: Act, at: string): boolean {
  return WAYS.some((way) => way.by === by && isFree(way, item, at));
}

/**
 * The status of the item after the act.
 * @param because what keeps an item of this status from it, where that is not its status
 * @throws TransitionNotAllowed; ItemIsOnHold
 */
export function statusAfter(item: KnownItem, by: Act, at: string, because: string | null = null): ItemStatus {
  const ways = WAYS.filter((way) => way.by === by);
  const way = ways.find((one) => isOn(one, item, at));
  if (!way) throw new TransitionNotAllowed('item', item.status, ways[0]!.to, because);
  if (way.unlessHeld) mustNotBeHeld(item, at);
  return way.to;
}

/**
 * The statuses that an item can change to through the API, each once; changes made by time alone are not included.
 * @param quote what sending it costs: where its owner pays, "send it to me" opens a payment and leaves the status
 */
export function nextSteps(item: KnownItem, quote: Quote, at: string): { status: ItemStatus; by: Step }[] {
  const steps = new Map<ItemStatus, Step>();
  for (const way of WAYS) {
    const { by, to } = way;
    if (isUnlisted(by) || to === item.status || steps.has(to) || !isFree(way, item, at)) continue;
    if (by !== 'response ship' || isSentAtOnce(item, quote)) steps.set(to, by);
  }
  return [...steps].map(([status, by]) => ({ status, by }));
}

function isUnlisted(by: Act): by is (typeof UNLISTED)[number] {
  return (UNLISTED as readonly string[]).includes(by);
}
