import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ItemQueries, type ItemRow, itemStream, WriteToOwner } from '#contexts/items';
import { GuestLinks } from '#contexts/links';
import { EventLog } from '#platform/event-store';
import { Beyond, CurrentCaller, created, Endpoint, ID, Problems, Requires } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import { assertNoWebAddress, type Caller } from '#platform/kernel';
import { MessageQueries } from '../read-model/message.queries.js';
import { MessageTexts } from '../read-model/message-texts.js';
import { WritingLimit } from '../settings/writing-limit.js';
import {
  type Contact,
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

/** The last contacts of an owner that are read. */
const MOST_CONTACTS = 1_000;

/** Messages to the owner of an item (decisions.md, section 12, Messages). */
@Beyond()
@ApiTags('Items')
@Requires('items.edit')
@Controller('api/v2/items/:itemID')
export class ItemMessagesController {
  constructor(
    private readonly items: ItemQueries,
    private readonly messages: MessageQueries,
    private readonly texts: MessageTexts,
    private readonly replies: ReplyRecords,
    private readonly limit: WritingLimit,
    private readonly commands: CommandBus,
    private readonly links: GuestLinks,
    private readonly log: EventLog,
  ) {}

  @Get('messages')
  @Endpoint('listItemMessages', 'List the messages to and from the owner of an item', {
    description:
      'Returns what was written to the owner, or waits to be, newest first, with what became of it, and what the owner answered ' +
      '(`direction` `in`). Contacts are masked.',
    answers: [MessageRecord],
  })
  async list(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    await this.items.one(caller, itemID);
    const replies = await this.replies.of(aboutItem(caller, itemID));
    return inOrder(await this.sent(caller, itemID), replies);
  }

  @Put('messages/:messageID/read')
  @Endpoint('readItemMessage', 'Note that a reply was read', {
    description:
      'Sets `readAt` of what the owner answered, once: the work list has it no more. 409 `conflict` for a message that went out.',
    answers: MessageRecord,
  })
  @Problems('conflict')
  async read(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @ID('messageID') messageID: number) {
    await this.items.one(caller, itemID);
    return this.replies.read(aboutItem(caller, itemID), messageID, () => this.sent(caller, itemID));
  }

  @Post('messages')
  @HttpCode(202)
  @Endpoint('writeToItemOwner', 'Write to the owner of an item', {
    description:
      'Sends the last message again (`resend`), or a text of your own, in which sub-users have no web address (400 `not_allowed`). ' +
      'At most ten an hour for an item. 409 `conflict` without a contact, and where there is nothing to resend.',
    answers: MessageRecord,
    status: 202,
  })
  @Replays(async (messages: ItemMessagesController, { caller, params, first }) =>
    stillListed(await messages.list(caller, Number(params.itemID)), first),
  )
  @Problems('conflict', 'limit_reached')
  async write(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @Body() { text }: MessageRequest) {
    const { id, group_id } = await this.items.one(caller, itemID);
    assertNoWebAddress(caller, 'text', text);
    await this.limit.count(group_id, 'item', id);
    const { version, owner } = await this.commands.execute(new WriteToOwner(caller, itemID, { text: text ?? null }));
    const rows = await this.messages.of(group_id, 'item', id, version);
    const [written] = await messageRecords(this.texts, 'item', rows, () => contactOf(owner));
    return written!;
  }

  @Post('guest-link')
  @Endpoint('createItemGuestLink', 'Create a link to the page of an item’s owner', {
    description:
      'To be handed over to the owner: whoever has it can answer. It ends when the contact changes. 409 `transition_not_allowed` ' +
      'once the item is anonymized.',
    answers: GuestLinkRecord,
    status: 201,
  })
  @Replays(async (messages: ItemMessagesController, { caller, params, first }: Repeated<GuestLinkRecord>) => {
    mayBeLinked((await messages.items.one(caller, Number(params.itemID))).status);
    return first;
  })
  @Problems('transition_not_allowed')
  async link(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const { status, storage_expires_at, owner } = await this.items.one(caller, itemID);
    mayBeLinked(status);
    const endsAt = new Date(storage_expires_at);
    const url = this.links.linkFor(caller.group.id, 'item', itemID, endsAt, owner?.contactEmail ?? owner?.phoneNumber ?? null);
    return created(url, guestLinkRecord(url, endsAt));
  }

  private async sent({ group }: Caller, itemID: number) {
    const rows = await this.messages.of(group.id, 'item', itemID);
    return messageRecords(this.texts, 'item', rows, await this.contactsOf(group.id, itemID));
  }

  /** The owner's contact as it was at a time, read from those of the item's events that state it. */
  private async contactsOf(groupID: number, itemID: number): Promise<(at: Date) => Contact> {
    const events = await this.log.ofField(itemStream.of(groupID, itemID), 'owner', MOST_CONTACTS);
    const contacts = events.map(({ at, data }) => ({ at: new Date(at), contact: contactOf((data as { owner: Owner }).owner) }));
    return (time) => contacts.findLast(({ at }) => at <= time)?.contact ?? contactOf(null);
  }
}

const aboutItem = ({ group }: Caller, id: number) => ({ groupID: group.id, record: 'item', id }) as const;

type Owner = ItemRow['owner'] | null;

/** Erased, an owner reads null. */
function contactOf(owner: Owner): Contact {
  return { email: owner?.contactEmail ?? null, phoneNumber: owner?.phoneNumber ?? null };
}
