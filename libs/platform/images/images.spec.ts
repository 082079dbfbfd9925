import { expect, it, vi } from 'vitest';
import { FolderStorage } from '#platform/storage';
import { newImageName } from './image-names.js';
import { Images } from './images.js';

it('images are looked for a few at a time, so that a storage that hangs holds few calls', async () => {
  let [open, most] = [0, 0];
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  class Hanging extends FolderStorage {
    override async get() {
      most = Math.max(most, ++open);
      await gate;
      open--;
      return null;
    }
  }
  const images = new Images(new Hanging('none'), null as never, 'https://lost.example');
  const name = newImageName({ groupID: 1, record: 1 }, 'jpg');
  const answers = Array.from({ length: 300 }, () => images.open(name).catch(({ code }: { code: string }) => code));
  await vi.waitFor(() => expect(open).toBe(16), 20_000);
  finish();
  const outcomes = await Promise.all(answers);
  expect([most, outcomes.filter((outcome) => outcome === 'unavailable').length]).toEqual([16, 84]);
});
