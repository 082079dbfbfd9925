import { Body, Controller, Delete, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ActorNames } from '#contexts/sign-in';
import { Beyond, type Change, Changed, Endpoint, MomentOrDay, Problems, Requires, Text, versioned } from '#platform/http';
import { EndHold, HoldItem } from '../commands/item.commands.js';
import { ItemRecord, itemRecord } from './item.record.js';

/** `PUT /items/:itemID/hold`. */
export class HoldRequest {
  @Text({ required: true, lines: true, description: 'Why the item is kept', example: 'The police asked for it' }) reason!: string;
  @MomentOrDay('end', {
    nullable: true,
    description: 'When it ends by itself, later than now; null or absent: once somebody ends it.',
    example: '2030-12-24T10:00:00Z',
  })
  until?: Date | null;
}

/** Items that must stay where they are (decisions.md, section 13, Hold). */
@Beyond()
@Requires('items.edit')
@Problems('conflict', 'limit_reached')
@Controller('api/v2/items/:itemID/hold')
export class ItemHoldController {
  constructor(
    private readonly commands: CommandBus,
    private readonly names: ActorNames,
  ) {}

  @Put()
  @Endpoint('holdItem', 'Put an item on hold', {
    description:
      'Keeps the item whatever its storage time and the Group’s retention say, until `until` or until the hold is ended. Meanwhile ' +
      'it is neither handed over, disposed of, deleted, `finished` nor `left-behind` (409 `on_hold`). On an item that is on hold it ' +
      'changes reason and end. Erasing its person ends the hold.',
    answers: ItemRecord,
  })
  async hold(@Changed('itemID') { caller, id: itemID, expected }: Change, @Body() { reason, until = null }: HoldRequest) {
    const hold = { reason, until: until?.toISOString() ?? null, by: await this.names.ofCaller(caller) };
    return versioned(await this.commands.execute(new HoldItem(caller, itemID, hold, expected)), itemRecord);
  }

  @Delete()
  @Endpoint('endItemHold', 'End the hold of an item', {
    description: 'An item that is not on hold stays as it is. One whose storage time is over expires now.',
    answers: ItemRecord,
  })
  async end(@Changed('itemID') { caller, id: itemID, expected }: Change) {
    return versioned(await this.commands.execute(new EndHold(caller, itemID, expected)), itemRecord);
  }
}
