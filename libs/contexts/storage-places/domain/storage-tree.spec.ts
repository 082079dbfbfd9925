import { describe, expect, it } from 'vitest';
import { codeFor, type Place, whereaboutsOf, withPlace } from './storage-tree.js';

const place = (id: number, parentID: number | null = null, name = `Place ${id}`, code = `C${id}`): Place => ({
  id,
  name,
  code,
  parentID,
});
const [cellar, shelf] = [place(1, null, 'Cellar'), place(2, 1, 'Shelf B')];
const chain = [1, 2, 3, 4, 5].map((id) => place(id, id === 1 ? null : id - 1));
const refused = { code: 'validation_failed', errors: [expect.objectContaining({ field: 'parentID', code: 'invalid_parent' })] };

describe('storage places', () => {
  it('have a path of their names, from the top', () => {
    expect(whereaboutsOf([shelf, cellar])).toEqual(
      new Map([
        [2, { path: 'Cellar / Shelf B', trail: [1, 2] }],
        [1, { path: 'Cellar', trail: [1] }],
      ]),
    );
  });

  it('stand at most five deep, with all that is below one that is moved', () => {
    expect(withPlace(chain, place(9, 4))).toHaveLength(6);
    expect(() => withPlace(chain, place(9, 5))).toThrow(expect.objectContaining(refused));
    const tower = [...chain, place(7), place(8, 7)];
    expect(withPlace(tower, place(7, 3))).toHaveLength(7);
    expect(() => withPlace(tower, place(7, 4))).toThrow(expect.objectContaining(refused));
  });

  it.each([
    ['itself', 2],
    ['one below it', 4],
    ['one that is not there', 99],
  ])('do not stand in %s', (_, parentID) => {
    expect(() => withPlace(chain, place(2, parentID))).toThrow(expect.objectContaining(refused));
  });

  it('have a code of their own, whatever its case', () => {
    expect(() => withPlace([cellar], place(2, null, 'Shelf', 'c1'))).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(withPlace([cellar], { ...cellar, name: 'Basement' })).toEqual([{ ...cellar, name: 'Basement' }]);
  });

  it('get a code that is free where none is given', () => {
    expect(codeFor(7, [])).toBe('P7');
    expect(codeFor(7, [place(1, null, 'Safe', 'p7')])).toBe('P7x');
  });
});
