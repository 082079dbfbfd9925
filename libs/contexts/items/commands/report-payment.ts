import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { ReportPayment as Report } from '../domain/item.payment.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';

/** Reports what became of an item's payment, or where it is paid (decisions.md, section 12). */
export class ReportPayment extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly report: Pick<Report, 'status' | 'reference' | 'url'>,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(ReportPayment)
export class ReportPaymentHandler implements ICommandHandler<ReportPayment> {
  constructor(private readonly commands: ItemCommands) {}

  execute(command: ReportPayment): Promise<ItemRow> {
    const { caller, report } = command;
    return this.commands.execute(command, () => ({ type: 'ReportPayment', caller, ...report }));
  }
}
