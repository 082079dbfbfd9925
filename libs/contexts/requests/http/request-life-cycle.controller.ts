import { Body, Controller, Delete, HttpCode, Param, Put } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer, Beyond, CurrentCaller, IdParam, Problems, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { AskForDetails } from '../commands/ask-for-details.js';
import { CloseRequest } from '../commands/close-request.js';
import { GiveDetails } from '../commands/give-details.js';
import { MatchItem } from '../commands/match-item.js';
import { UnmatchItem } from '../commands/unmatch-item.js';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestRecord, requestRecord } from './request.record.js';
import { AnswerRequest, MatchRequest, QuestionRequest, RequestStatusRequest } from './request.requests.js';

/** What becomes of a Request: staff acts for the guest too (decisions.md, section 9). */
@Beyond()
@ApiTags('Requests')
@Controller('api/v2/requests/:requestID')
export class RequestLifeCycleController {
  constructor(private readonly commands: CommandBus) {}

  @Put('question')
  @Requires('requests.edit')
  @ApiOperation({ operationId: 'askForRequestDetails', summary: 'Ask the guest for details' })
  @Answer(RequestRecord)
  @Problems('transition_not_allowed', 'conflict')
  ask(
    @CurrentCaller() caller: Caller,
    @Param('requestID', IdParam) requestID: number,
    @Body() { question }: QuestionRequest,
  ): Promise<RequestRecord> {
    return this.change(new AskForDetails(caller, requestID, question));
  }

  @Put('answer')
  @Requires('requests.edit')
  @ApiOperation({ operationId: 'giveRequestDetails', summary: 'Record the details that the guest gave' })
  @Answer(RequestRecord)
  @Problems('transition_not_allowed', 'conflict')
  answer(
    @CurrentCaller() caller: Caller,
    @Param('requestID', IdParam) requestID: number,
    @Body() { answer }: AnswerRequest,
  ): Promise<RequestRecord> {
    return this.change(new GiveDetails(caller, requestID, answer));
  }

  @Put('match')
  @Requires('requests.edit')
  @ApiOperation({ operationId: 'matchRequest', summary: 'Match a Request to the item that was lost' })
  @Answer(RequestRecord)
  @Problems('transition_not_allowed', 'conflict')
  match(
    @CurrentCaller() caller: Caller,
    @Param('requestID', IdParam) requestID: number,
    @Body() { itemID }: MatchRequest,
  ): Promise<RequestRecord> {
    return this.change(new MatchItem(caller, requestID, itemID));
  }

  @Delete('match')
  @HttpCode(200)
  @Requires('requests.edit')
  @ApiOperation({ operationId: 'unmatchRequest', summary: 'Take back the match of a Request' })
  @Answer(RequestRecord)
  @Problems('transition_not_allowed', 'conflict')
  unmatch(@CurrentCaller() caller: Caller, @Param('requestID', IdParam) requestID: number): Promise<RequestRecord> {
    return this.change(new UnmatchItem(caller, requestID));
  }

  @Put('status')
  @Requires('requests.edit')
  @ApiOperation({ operationId: 'changeRequestStatus', summary: 'Close a Request: nothing was found' })
  @Answer(RequestRecord)
  @Problems('transition_not_allowed', 'conflict')
  close(
    @CurrentCaller() caller: Caller,
    @Param('requestID', IdParam) requestID: number,
    @Body() _: RequestStatusRequest,
  ): Promise<RequestRecord> {
    return this.change(new CloseRequest(caller, requestID));
  }

  private async change(command: Command<RequestRow>): Promise<RequestRecord> {
    return requestRecord(await this.commands.execute(command));
  }
}
