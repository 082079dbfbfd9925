import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RequestQueries, type RequestRow, WriteToGuest } from '#contexts/requests';
import { Beyond, CurrentCaller, Endpoint, ID, Problems, Requires } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { GuestLinkRecord, MessageRecord, mayBeLinked, stillListed } from './message.records.js';
import { MessageRequest } from './message.requests.js';
import { RecordMessages } from './record-messages.js';

/** Messages to the guest who made a Request (decisions.md, section 12, Messages). */
@Beyond()
@Requires('requests.edit')
@Controller('api/v2/requests/:requestID')
export class RequestMessagesController {
  constructor(
    private readonly requests: RequestQueries,
    private readonly messages: RecordMessages,
    private readonly commands: CommandBus,
  ) {}

  @Get('messages')
  @Endpoint('listRequestMessages', 'List the messages to and from the guest of a Request', {
    description:
      'Returns what was written to the guest, or waits to be, newest first, with what became of it, and what the guest answered ' +
      '(`direction` `in`). Contacts are masked.',
    answers: [MessageRecord],
  })
  async list(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    return this.messages.list(aboutRequest(await this.requests.one(caller, requestID)));
  }

  @Put('messages/:messageID/read')
  @Endpoint('readRequestMessage', 'Note that a reply was read', {
    description:
      'Sets `readAt` of what the guest answered, once: the work list has it no more. 409 `conflict` for a message that went out.',
    answers: MessageRecord,
  })
  @Problems('conflict')
  async read(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @ID('messageID') messageID: number) {
    return this.messages.read(aboutRequest(await this.requests.one(caller, requestID)), messageID);
  }

  @Post('messages')
  @HttpCode(202)
  @Endpoint('writeToRequestGuest', 'Write to the guest of a Request', {
    description:
      'Sends the last message again (`resend`), or a text of your own, in which sub-users have no web address (400 `not_allowed`). ' +
      'At most ten an hour for a Request. 409 `conflict` without a contact.',
    answers: MessageRecord,
    status: 202,
  })
  @Replays(async (messages: RequestMessagesController, { caller, params, first }) =>
    stillListed(await messages.list(caller, Number(params.requestID)), first),
  )
  @Problems('conflict', 'limit_reached')
  async write(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @Body() { text }: MessageRequest) {
    return this.messages.write(caller, aboutRequest(await this.requests.one(caller, requestID)), text, async (words) => {
      const { version, owner } = await this.commands.execute(new WriteToGuest(caller, requestID, { text: words }));
      return { version, contact: owner };
    });
  }

  @Post('guest-link')
  @Endpoint('createRequestGuestLink', 'Create a link to the page of a Request’s guest', {
    description:
      'To be handed over to the guest: whoever has it can answer and withdraw. 409 `transition_not_allowed` once the Request is ' +
      'anonymized.',
    answers: GuestLinkRecord,
    status: 201,
  })
  @Replays(async (messages: RequestMessagesController, { caller, params, first }: Repeated<GuestLinkRecord>) => {
    mayBeLinked((await messages.requests.one(caller, Number(params.requestID))).status);
    return first;
  })
  @Problems('transition_not_allowed')
  async link(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    const request = await this.requests.one(caller, requestID);
    return this.messages.link(aboutRequest(request), request.status, request.expires_at, request.owner);
  }
}

const aboutRequest = ({ group_id: groupID, id, owner }: RequestRow) =>
  ({ groupID, record: 'request', id, contactAt: async () => () => owner }) as const;
