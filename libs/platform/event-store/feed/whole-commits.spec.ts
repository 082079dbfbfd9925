import { expect, it } from 'vitest';
import { wholeCommits } from './whole-commits.js';

const taken = (commits: string, goesOn = '') => wholeCommits([...commits], new Set(goesOn));

it.each([
  ['everything when no commit continues', 'aabc', '', 4],
  ['what is before the commit that continues', 'aabc', 'c', 3],
  ['what is before a commit interleaved with one that continues', 'abcbd', 'c', 1],
  ['nothing of a commit that continues, however early it began', 'xabab', 'a', 1],
  ['all rather than nothing, where one commit fills everything', 'aaa', 'a', 3],
  ['nothing where there is nothing', '', '', 0],
])('takes %s', (_what, commits, goesOn, count) => {
  expect(taken(commits, goesOn)).toBe(count);
});
