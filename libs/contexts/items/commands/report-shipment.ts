import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { Shipment } from '../domain/item.events.js';
import type { ShipmentStatus } from '../domain/item.life-cycle.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';

/** Reports the progress of an item's shipment, by staff or a carrier (decisions.md, section 9). */
export class ReportShipment extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly status: ShipmentStatus,
    readonly shipment: Partial<Shipment>,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(ReportShipment)
export class ReportShipmentHandler implements ICommandHandler<ReportShipment> {
  constructor(private readonly commands: ItemCommands) {}

  execute(command: ReportShipment): Promise<ItemRow> {
    const { caller, status, shipment } = command;
    return this.commands.execute(command, () => ({ type: 'ReportShipment', caller, status, shipment }));
  }
}
