import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ItemQueries, type ItemRow, itemStream, WriteToOwner } from '#contexts/items';
import { EventLog } from '#platform/event-store';
import { Beyond, CurrentCaller, Endpoint, ID, Problems, Requires } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { type Contact, GuestLinkRecord, MessageRecord, mayBeLinked, stillListed } from './message.records.js';
import { MessageRequest } from './message.requests.js';
import { RecordMessages } from './record-messages.js';

/** The last contacts of an owner that are read. */
const MOST_CONTACTS = 1_000;

/** Messages to the owner of an item (decisions.md, section 12, Messages). */
@Beyond()
@Requires('items.edit')
@Controller('api/v2/items/:itemID')
export class ItemMessagesController {
  constructor(
    private readonly items: ItemQueries,
    private readonly messages: RecordMessages,
    private readonly commands: CommandBus,
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
    return this.messages.list(this.about(await this.items.one(caller, itemID)));
  }

  @Put('messages/:messageID/read')
  @Endpoint('readItemMessage', 'Note that a reply was read', {
    description:
      'Sets `readAt` of what the owner answered, once: the work list has it no more. 409 `conflict` for a message that went out.',
    answers: MessageRecord,
  })
  @Problems('conflict')
  async read(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @ID('messageID') messageID: number) {
    return this.messages.read(this.about(await this.items.one(caller, itemID)), messageID);
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
    return this.messages.write(caller, this.about(await this.items.one(caller, itemID)), text, async (words) => {
      const { version, owner } = await this.commands.execute(new WriteToOwner(caller, itemID, { text: words }));
      return { version, contact: contactOf(owner) };
    });
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
    const item = await this.items.one(caller, itemID);
    return this.messages.link(this.about(item), item.status, item.storage_expires_at, contactOf(item.owner));
  }

  private about({ group_id: groupID, id }: ItemRow) {
    return { groupID, record: 'item', id, contactAt: () => this.contactsOf(groupID, id) } as const;
  }

  /** The owner's contact as it was at a time, read from those of the item's events that state it. */
  private async contactsOf(groupID: number, itemID: number): Promise<(at: Date) => Contact> {
    const events = await this.log.ofField(itemStream.of(groupID, itemID), 'owner', MOST_CONTACTS);
    const contacts = events.map(({ at, data }) => ({ at: new Date(at), contact: contactOf((data as { owner: Owner }).owner) }));
    return (time) => contacts.findLast(({ at }) => at <= time)?.contact ?? contactOf(null);
  }
}

type Owner = ItemRow['owner'] | null;

/** Erased, an owner reads null. */
function contactOf(owner: Owner): Contact {
  return { email: owner?.contactEmail ?? null, phoneNumber: owner?.phoneNumber ?? null };
}
