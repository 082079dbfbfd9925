import { Inject, type Type } from '@nestjs/common';
import { type Command, CommandHandler } from '@nestjs/cqrs';

/** Executes commands of the bus on records that exist. */
interface Executor<Target, Asked, Row> {
  /** @param command what the decider is asked. @param at ISO 8601 */
  execute(target: Target, command: (at: string) => Asked): Promise<Row>;
}

/**
 * Makes the handlers of commands that only pass on what the decider is asked: the class of a command stays its name on the bus.
 * @param provider the one of the module that executes them
 */
export function handlersBy<Target, Asked, Row>(provider: Type<Executor<Target, Asked, Row>>) {
  return <Named extends Target & Command<Row>>(name: Type<Named>, asked: (command: Named, at: string) => Asked): Type => {
    @CommandHandler(name)
    class Handler {
      constructor(@Inject(provider) private readonly executor: Executor<Target, Asked, Row>) {}

      execute(command: Named): Promise<Row> {
        return this.executor.execute(command, (at) => asked(command, at));
      }
    }
    return Handler;
  };
}
