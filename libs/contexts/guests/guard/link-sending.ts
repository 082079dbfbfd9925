import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ItemRow, WriteToOwner } from '#contexts/items';
import { type Caller, DomainError } from '#platform/kernel';
import { GuestLimits } from './guest-limits.js';

/** How many links one search sends: one for each owner, and the messages to one owner are about all finds. */
const MOST = 5;

/** Sends owners their links once more, to the contact that is known. */
@Injectable()
export class LinkSending {
  constructor(
    private readonly commands: CommandBus,
    private readonly limits: GuestLimits,
  ) {}

  async send(caller: Caller, items: readonly ItemRow[]): Promise<void> {
    await Promise.all(items.slice(0, MOST).map((item) => this.sendTo(caller, item)));
  }

  private async sendTo(caller: Caller, { group_id, id }: ItemRow): Promise<void> {
    if (!(await this.limits.maySendLink(group_id, id))) return;
    try {
      await this.commands.execute(new WriteToOwner(caller, id, { text: null }));
    } catch (error) {
      // There is nothing more to tell about an item that is closed, and two searches at once send one link.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}
