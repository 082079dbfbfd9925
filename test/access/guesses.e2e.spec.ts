import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Guessed, Guesses, WINDOW } from '#platform/limits';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let guesses: Guesses;
beforeAll(async () => {
  service = await startService();
  guesses = service.get(Guesses);
});
afterAll(() => service?.stop());

const windows = [
  { most: 3, seconds: WINDOW.minute },
  { most: 5, seconds: WINDOW.day },
];
const of = (...compared: string[]): Guessed => [{ kind: 'story', windows }, ...compared];
const many = (times: number, guessed: Guessed) => Promise.all(Array.from({ length: times }, () => guesses.take(...guessed)));
const pass = (seconds: number) => service.clock.forward(seconds / WINDOW.day);

it('guesses at once are no more than one after the other, and each window says when it has room again', async () => {
  const [one, other] = [of('one'), of('other')];
  expect(await guesses.waits([one, other])).toEqual([null, null]);
  expect((await many(20, one)).filter((guess) => guess)).toHaveLength(3);
  const [wait, free] = await guesses.waits([one, other]);
  expect([wait! > 50, wait! <= 60, free]).toEqual([true, true, null]);
  pass(61);
  expect((await many(20, one)).filter((guess) => guess)).toHaveLength(2);
  const [hours] = await guesses.waits([one]);
  expect(hours! / 3600).toBeCloseTo(24, 1);
  pass(hours! + 1);
  expect(await guesses.waits([one])).toEqual([null]);
});

it('one that was right, or that could not be compared, is taken back from each that it counted for', async () => {
  const both = [of('mine'), of('ours')];
  const guess = async (compare: () => Promise<true | null>) => {
    const taken = (await guesses.takeEach(both)).filter((taken) => taken !== null);
    return taken.length === 2 && guesses.comparing(taken, compare);
  };
  for (let time = 0; time < 5; time++) expect(await guess(async () => true)).toBe(true);
  for (let time = 0; time < 5; time++)
    await expect(guess(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  for (let time = 0; time < 3; time++) expect(await guess(async () => null)).toBe(null);
  expect(await guess(async () => true)).toBe(false);
});

it('callers who count for the same, in whatever order they name it, wait for each other and never for ever', async () => {
  const all = Array.from({ length: 6 }, (_, n) => of(`shared ${n}`));
  const callers = Array.from({ length: 40 }, (_, n) => guesses.takeEach(n % 2 ? all : all.toReversed()));
  const taken = (await Promise.all(callers)).map((each) => each.filter((guess) => guess !== null));
  expect(taken.flat()).toHaveLength(18);
  await Promise.all(taken.map((each) => guesses.takeBack(each.toReversed())));
  expect(await guesses.waits(all)).toEqual(Array(6).fill(null));
});
