import { Body, Controller, Delete, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Beyond, CurrentCaller, Endpoint, ID, Problems, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { AskForDetails } from '../commands/ask-for-details.js';
import { CloseRequest } from '../commands/close-request.js';
import { GiveDetails } from '../commands/give-details.js';
import { MatchItem } from '../commands/match-item.js';
import { UnmatchItem } from '../commands/unmatch-item.js';
import { RequestRecord, requestRecord } from './request.record.js';
import { AnswerRequest, MatchRequest, QuestionRequest, RequestStatusRequest } from './request.requests.js';

/** The life cycle of a Request: staff also act on behalf of the guest (decisions.md, section 9). */
@Beyond()
@ApiTags('Requests')
@Requires('requests.edit')
@Problems('transition_not_allowed', 'conflict')
@Controller('api/v2/requests/:requestID')
export class RequestLifeCycleController {
  constructor(private readonly commands: CommandBus) {}

  @Put('question')
  @Endpoint('askForRequestDetails', 'Ask the guest for details', { answers: RequestRecord })
  async ask(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @Body() { question }: QuestionRequest) {
    return requestRecord(await this.commands.execute(new AskForDetails(caller, requestID, question)));
  }

  @Put('answer')
  @Endpoint('giveRequestDetails', 'Record the guest’s answer', { answers: RequestRecord })
  async answer(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @Body() { answer }: AnswerRequest) {
    return requestRecord(await this.commands.execute(new GiveDetails(caller, requestID, answer)));
  }

  @Put('match')
  @Endpoint('matchRequest', 'Match a Request with an item', { answers: RequestRecord })
  async match(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @Body() { itemID }: MatchRequest) {
    return requestRecord(await this.commands.execute(new MatchItem(caller, requestID, itemID)));
  }

  @Delete('match')
  @Endpoint('unmatchRequest', 'Remove the match of a Request', { answers: RequestRecord })
  async unmatch(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    return requestRecord(await this.commands.execute(new UnmatchItem(caller, requestID)));
  }

  @Put('status')
  @Endpoint('changeRequestStatus', 'Close a Request', {
    description: 'Sets the status to `not-found`: the item was not found.',
    answers: RequestRecord,
  })
  async close(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @Body() _: RequestStatusRequest) {
    return requestRecord(await this.commands.execute(new CloseRequest(caller, requestID)));
  }
}
