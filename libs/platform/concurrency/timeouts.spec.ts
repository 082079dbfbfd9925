import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Timeouts } from './timeouts.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('timeouts of one length', () => {
  it('expire one by one, each when its time is over, and a little late at most', () => {
    const timeouts = new Timeouts(10_000);
    const expired: string[] = [];
    timeouts.begin(() => expired.push('first'));
    vi.advanceTimersByTime(4_000);
    timeouts.begin(() => expired.push('second'));
    vi.advanceTimersByTime(5_999);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(251);
    expect(expired).toEqual(['first']);
    vi.advanceTimersByTime(4_000);
    expect(expired).toEqual(['first', 'second']);
  });

  it('do not expire once they are ended, not even by the one before', () => {
    const timeouts = new Timeouts(100);
    const expired: string[] = [];
    const expire = () => void expired.push('second');
    timeouts.begin(() => {
      expired.push('first');
      timeouts.end(second, expire);
    });
    const second = timeouts.begin(expire);
    vi.advanceTimersByTime(1_000);
    expect(expired).toEqual(['first']);
  });

  it('end nobody else’s: one that has ended or expired already is not taken for the one that has its place', () => {
    const timeouts = new Timeouts(100);
    const [ended, next] = [vi.fn(), vi.fn()];
    const timeout = timeouts.begin(ended);
    timeouts.end(timeout, ended);
    expect(timeouts.begin(next)).toBe(timeout);
    timeouts.end(timeout, ended);
    vi.advanceTimersByTime(200);
    expect([ended.mock.calls.length, next.mock.calls.length]).toEqual([0, 1]);
  });

  it('may begin another one when they expire', () => {
    const timeouts = new Timeouts(100);
    const again = vi.fn();
    timeouts.begin(() => void timeouts.begin(again));
    vi.advanceTimersByTime(300);
    expect(again).toHaveBeenCalledOnce();
  });

  it('are looked after only while there are any', () => {
    const timeouts = new Timeouts(100);
    timeouts.begin(() => undefined);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(200);
    expect(vi.getTimerCount()).toBe(0);
    const expired = vi.fn();
    timeouts.begin(expired);
    vi.advanceTimersByTime(200);
    expect(expired).toHaveBeenCalledOnce();
  });
});
