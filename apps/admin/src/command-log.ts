import { ConsoleLogger } from '@nestjs/common';

/** The log of a command: errors and warnings, and lines with fields of their own as JSON, such as entries of the audit. */
export class CommandLog extends ConsoleLogger {
  override log(message: unknown, ...rest: unknown[]): void {
    if (typeof message !== 'object' || message === null) super.log(message, ...rest);
    else process.stderr.write(`${JSON.stringify({ level: 30, time: Date.now(), context: rest.at(-1), ...message })}\n`);
  }
}
