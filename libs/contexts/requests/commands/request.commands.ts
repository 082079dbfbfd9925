import { handlersBy } from '#platform/event-store';
import { OnRequest, OnRequestWith, RequestExecutor } from './request.executor.js';

/** Asks the guest for details (decisions.md, section 9). */
export class AskForDetails extends OnRequestWith<{ question: string }> {}

/** Records the guest's answer (decisions.md, section 9). */
export class GiveDetails extends OnRequestWith<{ answer: string }> {}

/** Closes a Request: nothing was found (decisions.md, section 6). */
export class CloseRequest extends OnRequest {}

/** Deletes a Request; its history is kept (decisions.md, section 9). */
export class DeleteRequest extends OnRequest {}

/** Refuses a candidate of a Request, or offers it again (decisions.md, section 13, Candidates). */
export class RejectCandidate extends OnRequestWith<{ itemID: number; rejected: boolean }> {}

/** Has the guest written to in staff's own words; null sends the message of the status again (decisions.md, section 12, Messages). */
export class WriteToGuest extends OnRequestWith<{ text: string | null }> {}

const handles = handlersBy(RequestExecutor);

export const REQUEST_COMMANDS = [
  handles(AskForDetails, ({ caller, given }) => ({ type: 'AskForDetails', caller, ...given })),
  handles(GiveDetails, ({ caller, given }) => ({ type: 'GiveDetails', caller, ...given })),
  handles(CloseRequest, ({ caller }) => ({ type: 'CloseRequest', caller })),
  handles(RejectCandidate, ({ caller, given }) => ({ type: 'RejectCandidate', caller, ...given })),
  handles(WriteToGuest, ({ caller, given }) => ({ type: 'WriteToGuest', caller, ...given })),
  handles(DeleteRequest, ({ caller }) => ({ type: 'DeleteRequest', caller })),
];
