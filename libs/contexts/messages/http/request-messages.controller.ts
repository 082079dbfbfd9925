import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GuestLinks } from '#contexts/links';
import { RequestQueries, type RequestRow, WriteToGuest } from '#contexts/requests';
import { Beyond, CurrentCaller, created, Endpoint, ID, Problems, Requires } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import { assertNoWebAddress, type Caller } from '#platform/kernel';
import { MessageQueries } from '../read-model/message.queries.js';
import { MessageTexts } from '../read-model/message-texts.js';
import { WritingLimit } from '../settings/writing-limit.js';
import {
  GuestLinkRecord,
  guestLinkRecord,
  inOrder,
  MessageRecord,
  mayBeLinked,
  messageRecords,
  stillListed,
} from './message.records.js';
import { MessageRequest } from './message.requests.js';
import { ReplyRecords } from './reply-records.js';

/** Messages to the guest who made a Request (decisions.md, section 12, Messages). */
@Beyond()
@ApiTags('Requests')
@Requires('requests.edit')
@Controller('api/v2/requests/:requestID')
export class RequestMessagesController {
  constructor(
    private readonly requests: RequestQueries,
    private readonly messages: MessageQueries,
    private readonly texts: MessageTexts,
    private readonly replies: ReplyRecords,
    private readonly limit: WritingLimit,
    private readonly commands: CommandBus,
    private readonly links: GuestLinks,
  ) {}

  @Get('messages')
  @Endpoint('listRequestMessages', 'List the messages to and from the guest of a Request', {
    description:
      'Returns what was written to the guest, or waits to be, newest first, with what became of it, and what the guest answered ' +
      '(`direction` `in`). Contacts are masked.',
    answers: [MessageRecord],
  })
  async list(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    const request = await this.requests.one(caller, requestID);
    return inOrder(await this.sent(request), await this.replies.of(aboutRequest(request)));
  }

  @Put('messages/:messageID/read')
  @Endpoint('readRequestMessage', 'Note that a reply was read', {
    description:
      'Sets `readAt` of what the guest answered, once: the work list has it no more. 409 `conflict` for a message that went out.',
    answers: MessageRecord,
  })
  @Problems('conflict')
  async read(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @ID('messageID') messageID: number) {
    const request = await this.requests.one(caller, requestID);
    return this.replies.read(aboutRequest(request), messageID, () => this.sent(request));
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
    const request = await this.requests.one(caller, requestID);
    assertNoWebAddress(caller, 'text', text);
    await this.limit.count(request.group_id, 'request', requestID);
    const row = await this.commands.execute(new WriteToGuest(caller, requestID, { text: text ?? null }));
    const rows = await this.messages.of(request.group_id, 'request', requestID, row.version);
    const [written] = await messageRecords(this.texts, 'request', rows, guestOf(row));
    return written!;
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
    const { status, expires_at, owner } = await this.requests.one(caller, requestID);
    mayBeLinked(status);
    const endsAt = new Date(expires_at);
    const url = this.links.linkFor(caller.group.id, 'request', requestID, endsAt, owner.email ?? owner.phoneNumber);
    return created(url, guestLinkRecord(url, endsAt));
  }

  private async sent(request: RequestRow) {
    const rows = await this.messages.of(request.group_id, 'request', request.id);
    return messageRecords(this.texts, 'request', rows, guestOf(request));
  }
}

const aboutRequest = ({ group_id: groupID, id }: RequestRow) => ({ groupID, record: 'request', id }) as const;

const guestOf =
  ({ owner: { email, phoneNumber } }: RequestRow) =>
  () => ({ email, phoneNumber });
