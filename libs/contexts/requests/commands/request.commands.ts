import { Command } from '@nestjs/cqrs';
import { handlersBy } from '#platform/event-store';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestExecutor } from './request.executor.js';

/** Asks the guest for details (decisions.md, section 9). */
export class AskForDetails extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly question: string,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Records the guest's answer (decisions.md, section 9). */
export class GiveDetails extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly answer: string,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** Closes a Request: nothing was found (decisions.md, section 6). */
export class CloseRequest extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Deletes a Request; its history is kept (decisions.md, section 9). */
export class DeleteRequest extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** Refuses a candidate of a Request, or offers it again (decisions.md, section 13, Candidates). */
export class RejectCandidate extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly itemID: number,
    readonly rejected: boolean,
  ) {
    super();
  }
}

const handles = handlersBy(RequestExecutor);

export const REQUEST_COMMANDS = [
  handles(AskForDetails, ({ caller, question }) => ({ type: 'AskForDetails', caller, question })),
  handles(GiveDetails, ({ caller, answer }) => ({ type: 'GiveDetails', caller, answer })),
  handles(CloseRequest, ({ caller }) => ({ type: 'CloseRequest', caller })),
  handles(RejectCandidate, ({ caller, itemID, rejected }) => ({ type: 'RejectCandidate', caller, itemID, rejected })),
  handles(DeleteRequest, ({ caller }) => ({ type: 'DeleteRequest', caller })),
];
