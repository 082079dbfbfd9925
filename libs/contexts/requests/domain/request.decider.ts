import { LocationDeactivated, TransitionNotAllowed } from '#contexts/records/domain';
import type { Decider } from '#platform/event-store';
import { type Caller, changesOf, NotFound, reaches } from '#platform/kernel';
import { AlreadyMatched, MatchedMeanwhile } from './request.errors.js';
import { type RequestEvent, requestEvents } from './request.events.js';
import { type Guest, type MadeWith, madeWith } from './request.fields.js';
import { writeToGuest } from './request.messages.js';
import type { KnownRequest, RequestState } from './request.state.js';
import { allows, type RequestAct, WAYS } from './request.transitions.js';
import { type RequestChanges, updateRequest } from './request.update.js';

const DAY = 24 * 60 * 60 * 1000;

/** The most refused items that are remembered: beyond, the first that were refused are offered again. */
const MOST_REJECTED = 200;

/** A new Request: only the description of the lost item is required. */
export type NewRequest = Partial<Omit<MadeWith, 'guest'>> & Pick<MadeWith, 'request'> & { owner?: Partial<Guest> };

export type RequestCommand =
  | {
      type: 'MakeRequest';
      request: NewRequest;
      requestNumber: number;
      location: { locationID: string; active: boolean; daysBeforeRequestExpires: number };
      languageID: number | null;
      at: string;
    }
  | { type: 'UpdateRequest'; caller: Caller; changes: RequestChanges }
  | { type: 'AskForDetails'; caller: Caller; question: string }
  | { type: 'GiveDetails'; caller: Caller; answer: string }
  | { type: 'MatchItem'; caller: Caller; itemID: number }
  /** The item is the match that the caller saw. */
  | { type: 'UnmatchItem'; caller: Caller; itemID: number | null }
  | { type: 'RejectCandidate'; caller: Caller; itemID: number; rejected: boolean }
  | { type: 'CloseRequest'; caller: Caller }
  | { type: 'WriteToGuest'; caller: Caller; text: string | null }
  | { type: 'DeleteRequest'; caller: Caller }
  /** `isOthers`: the item was somebody else's. */
  | { type: 'LoseMatch'; itemID: number; isOthers: boolean }
  | { type: 'EraseRequest' }
  | { type: 'ExpireRequest'; at: string };

/** The rules of a Customer Request (decisions.md, sections 6 and 9). */
export const requestDecider: Decider<RequestState, RequestCommand, RequestEvent> = {
  initialState: { status: 'absent' },
  evolve: requestEvents.evolve,
  decide(command, state) {
    if (command.type === 'MakeRequest') return make(command);
    if (command.type === 'LoseMatch') return loseMatch(state, command);
    if (command.type === 'EraseRequest') return erase(state);
    if (command.type === 'ExpireRequest') return expire(state, command.at);
    if (state.status === 'absent' || state.status === 'deleted' || !reaches(command.caller, state.locationID)) {
      throw new NotFound('The Request');
    }
    switch (command.type) {
      case 'UpdateRequest':
        return updateRequest(command.changes, state);
      case 'AskForDetails':
        return [{ type: 'DetailsAsked', data: { ...step(state, 'ask'), question: command.question } }];
      case 'GiveDetails':
        return [{ type: 'DetailsGiven', data: { ...step(state, 'answer'), guest: { answer: command.answer } } }];
      case 'MatchItem':
        if (state.status === 'resolved' && state.matchedItemID === command.itemID) return [];
        if (state.status === 'resolved') throw new AlreadyMatched(state.matchedItemID);
        return [{ type: 'RequestMatched', data: { ...step(state, 'match'), matchedItemID: command.itemID } }];
      case 'UnmatchItem': {
        const data = { ...step(state, 'unmatch'), matchedItemID: null };
        if (state.matchedItemID !== command.itemID) throw new MatchedMeanwhile();
        return [{ type: 'RequestUnmatched', data }];
      }
      case 'RejectCandidate':
        if (state.matchedItemID === command.itemID) throw new AlreadyMatched(command.itemID);
        return rejectCandidate(command.itemID, command.rejected, state);
      case 'CloseRequest':
        if (state.status === 'not-found') return [];
        return [{ type: 'RequestStatusChanged', data: step(state, 'close') }];
      case 'WriteToGuest':
        return writeToGuest(command.text, state);
      case 'DeleteRequest':
        return [{ type: 'RequestStatusChanged', data: step(state, 'delete') }];
      default:
        return command satisfies never;
    }
  },
};

function make({ request, requestNumber, location, languageID, at }: Extract<RequestCommand, { type: 'MakeRequest' }>) {
  if (!location.active) throw new LocationDeactivated('Request', location.locationID);
  const { empty } = madeWith;
  const { owner = {}, ...details } = request;
  const guest = { ...empty.guest, ...changesOf(empty.guest, owner) };
  const made: RequestEvent = {
    type: 'RequestMade',
    data: {
      requestNumber,
      locationID: location.locationID,
      status: 'registered',
      previousStatus: null,
      matchedItemID: null,
      ...empty,
      ...changesOf(empty, { ...details, languageID, guest }),
      expiresAt: new Date(Date.parse(at) + location.daysBeforeRequestExpires * DAY).toISOString(),
    },
  };
  return [made];
}

/** Expires a Request that is still open after the Location's number of days. */
function expire(state: RequestState, at: string): RequestEvent[] {
  if (state.status === 'absent' || !allows(state.status, 'expire') || at < state.expiresAt) return [];
  return [{ type: 'RequestStatusChanged', data: step(state, 'expire') }];
}

/** An item that was somebody else's (decisions.md, section 12) is offered no more. */
function loseMatch(state: RequestState, { itemID, isOthers }: Extract<RequestCommand, { type: 'LoseMatch' }>): RequestEvent[] {
  if (state.status !== 'resolved' || state.matchedItemID !== itemID) return [];
  const unmatched: RequestEvent = { type: 'RequestUnmatched', data: { ...step(state, 'unmatch'), matchedItemID: null } };
  return isOthers ? [unmatched, ...rejectCandidate(itemID, true, state)] : [unmatched];
}

function rejectCandidate(itemID: number, rejected: boolean, { locationID, rejectedItemIDs }: KnownRequest): RequestEvent[] {
  if (rejectedItemIDs.includes(itemID) === rejected) return [];
  const others = rejectedItemIDs.filter((id) => id !== itemID);
  const all = rejected ? [...others, itemID].slice(-MOST_REJECTED) : others;
  return [{ type: 'CandidateRejected', data: { locationID, itemID, rejected, rejectedItemIDs: all } }];
}

/** Erases all personal data. A deleted Request keeps its status. */
function erase(state: RequestState): RequestEvent[] {
  if (state.status === 'absent' || state.isErased) return [];
  const { status: previousStatus, locationID, matchedItemID } = state;
  const erased: RequestEvent = { type: 'PersonalDataErased', data: {} };
  if (!allows(previousStatus, 'erase')) return [erased];
  const status = WAYS.erase.to;
  return [erased, { type: 'RequestStatusChanged', data: { status, previousStatus, locationID, matchedItemID } }];
}

/** @throws TransitionNotAllowed when the status does not allow the action */
function step(state: KnownRequest, act: RequestAct) {
  const status = WAYS[act].to;
  if (!allows(state.status, act)) throw new TransitionNotAllowed('Request', state.status, status);
  return { status, previousStatus: state.status, locationID: state.locationID, matchedItemID: state.matchedItemID };
}
