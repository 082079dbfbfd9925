import { Body, Controller, Delete, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Beyond, type Change, Changed, Endpoint, Problems, Requires, versioned } from '#platform/http';
import { assertNoWebAddress } from '#platform/kernel';
import { MatchItem, UnmatchItem } from '../commands/match-item.js';
import { AskForDetails, CloseRequest, GiveDetails } from '../commands/request.commands.js';
import { RequestRecord, requestRecord } from './request.record.js';
import { AnswerRequest, MatchRequest, QuestionRequest, RequestStatusRequest } from './request.requests.js';

/** The life cycle of a Request: staff also act on behalf of the guest (decisions.md, section 9). */
@Beyond()
@Requires('requests.edit')
@Problems('transition_not_allowed', 'conflict', 'limit_reached')
@Controller('api/v2/requests/:requestID')
export class RequestLifeCycleController {
  constructor(private readonly commands: CommandBus) {}

  @Put('question')
  @Endpoint('askForRequestDetails', 'Ask the guest for details', {
    description:
      'Sends the guest a question with a link to answer it: the Request is `waiting-guest-response`. Only while it is ' +
      '`registered`, else 409 `transition_not_allowed`. Sub-users have no web address in it (400 `not_allowed`).',
    answers: RequestRecord,
  })
  async ask(@Changed('requestID') { caller, id: requestID, expected }: Change, @Body() body: QuestionRequest) {
    assertNoWebAddress(caller, 'question', body.question);
    return versioned(await this.commands.execute(new AskForDetails(caller, requestID, body, expected)), requestRecord);
  }

  @Put('answer')
  @Endpoint('giveRequestDetails', 'Record the guest’s answer', {
    description:
      'Records what the guest answered elsewhere, on the telephone for instance: the Request is `registered` again, with ' +
      'question and answer. Only while it is `waiting-guest-response`, else 409 `transition_not_allowed`.',
    answers: RequestRecord,
  })
  async answer(@Changed('requestID') { caller, id: requestID, expected }: Change, @Body() body: AnswerRequest) {
    return versioned(await this.commands.execute(new GiveDetails(caller, requestID, body, expected)), requestRecord);
  }

  @Put('match')
  @Endpoint('matchRequest', 'Match a Request with an item', {
    description:
      'What was lost is found: the Request is `resolved`, and the guest is told. The item gets its `requestID` and, where ' +
      'it has no contact, the guest as its owner. 400 `unknown_reference` for an item out of reach; 409 for a Request ' +
      'that is closed, or matched with another item: remove that match first.',
    answers: RequestRecord,
  })
  async match(@Changed('requestID') { caller, id: requestID, expected }: Change, @Body() body: MatchRequest) {
    return versioned(await this.commands.execute(new MatchItem(caller, requestID, body, expected)), requestRecord);
  }

  @Delete('match')
  @Endpoint('unmatchRequest', 'Remove the match of a Request', {
    description:
      'Takes the match back: the Request is `registered` again, the item has no `requestID`, and loses the guest’s data ' +
      'where these came from the match. Only while the Request is `resolved`, else 409 `transition_not_allowed`.',
    answers: RequestRecord,
  })
  async unmatch(@Changed('requestID') { caller, id: requestID, expected }: Change) {
    return versioned(await this.commands.execute(new UnmatchItem(caller, requestID, expected)), requestRecord);
  }

  @Put('status')
  @Endpoint('changeRequestStatus', 'Close a Request', {
    description:
      'Closes a Request as `not-found`, the only value: nothing was found, and the guest is told. Closing it again ' +
      'changes nothing; 409 `transition_not_allowed` once it is resolved, expired or anonymized.',
    answers: RequestRecord,
  })
  async close(@Changed('requestID') { caller, id: requestID, expected }: Change, @Body() _: RequestStatusRequest) {
    return versioned(await this.commands.execute(new CloseRequest(caller, requestID, expected)), requestRecord);
  }
}
