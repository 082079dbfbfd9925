import { describe, expect, it } from 'vitest';
import { type Look, rangesOf, remaining, type Unread } from './unread.js';

const end = (first: number): Unread => ({ first, last: null, writers: [] });
const gap = (first: number, last: number, ...writers: string[]): Unread => ({ first, last, writers });
const look = (found: number[], more: Partial<Look> = {}): Look => ({ found, upTo: null, before: new Set(), after: [], ...more });

describe('what is unread of the log', () => {
  it('begins behind the last event that was found', () => {
    expect(remaining(rangesOf([]), look([1, 2, 3]))).toEqual([end(4)]);
  });

  it('is what it was where nothing was found', () => {
    expect(remaining([end(4)], look([]))).toEqual([end(4)]);
  });

  it('has the positions that were missed, with who was writing then', () => {
    const unread = remaining([end(4)], look([5, 6, 9], { after: ['3/7', '4/1'] }));
    expect(unread).toEqual([gap(4, 4, '3/7', '4/1'), gap(7, 8, '3/7', '4/1'), end(10)]);
  });

  it('keeps a missed position while one of those transactions is running', () => {
    expect(remaining([gap(4, 4, '3/7', '4/1'), end(10)], look([10], { before: new Set(['4/1', '5/5']) }))).toEqual([
      gap(4, 4, '4/1'),
      end(11),
    ]);
  });

  it('divides what was missed around an event that was committed since', () => {
    expect(remaining([gap(4, 8, '4/1'), end(10)], look([6], { before: new Set(['4/1']) }))).toEqual([
      gap(4, 5, '4/1'),
      gap(7, 8, '4/1'),
      end(10),
    ]);
  });

  it('forgets a missed position when all of them had ended before the look: it was rolled back', () => {
    expect(remaining([gap(4, 8, '4/1'), end(10)], look([6], { before: new Set(['5/5']) }))).toEqual([end(10)]);
  });

  it('keeps what a look did not reach', () => {
    const unread = [gap(4, 8, '4/1'), gap(12, 12, '4/2'), end(20)];
    expect(remaining(unread, look([5], { upTo: 5 }))).toEqual([gap(6, 8, '4/1'), gap(12, 12, '4/2'), end(20)]);
    expect(remaining([end(20)], look([21, 24], { upTo: 24, after: ['1/1'] }))).toEqual([
      gap(20, 20, '1/1'),
      gap(22, 23, '1/1'),
      end(25),
    ]);
  });
});
