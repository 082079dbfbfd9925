import { Controller, Post } from '@nestjs/common';
import { expect, it } from 'vitest';
import { replayOf } from './replay.js';
import { Replays } from './replays.js';

interface Thing {
  ID: number;
  name: string;
}

/** What is read again where a call is repeated; each that gives something else than the first answer does not compile. */
@Controller('things')
class ThingController {
  private readonly rows = [{ id: 7, group_id: 1, name: 'Umbrella' }];
  private readonly one: Thing = { ID: 7, name: 'Umbrella' };

  @Post('same')
  @Replays(async (things: ThingController) => things.one)
  async same() {
    return this.one;
  }

  @Post('row')
  // @ts-expect-error a row of the database, where the handler answers with the record
  @Replays(async (things: ThingController) => things.rows[0])
  async row() {
    return this.one;
  }

  @Post('less')
  // @ts-expect-error less than the handler's answer has
  @Replays(async (things: ThingController) => ({ ID: things.one.ID }))
  async less() {
    return this.one;
  }

  @Post('unnumbered')
  // @ts-expect-error an answer without the number by which it is read again
  @Replays(async (things: ThingController, { first }) => ({ name: `${things.one.name} ${first.ID}` }))
  async unnumbered() {
    return { name: this.one.name };
  }
}

it('what reads an answer again is kept with its handler', () => {
  const { same, row, less, unnumbered } = ThingController.prototype;
  for (const handler of [same, row, less, unnumbered]) expect(replayOf(handler)?.read).toBeInstanceOf(Function);
});
