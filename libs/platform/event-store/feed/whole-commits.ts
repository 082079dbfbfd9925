/**
 * How many of the rows to take so that no commit is divided: all of them, unless the last ones belong to commits that go on.
 * @param commits the commit of each row, in the order of the log
 * @param goesOn the commits with more rows behind these
 */
export function wholeCommits(commits: readonly string[], goesOn: ReadonlySet<string>): number {
  const last = new Map(commits.map((commit, index) => [commit, goesOn.has(commit) ? Number.POSITIVE_INFINITY : index]));
  let [whole, reach] = [0, 0];
  commits.forEach((commit, index) => {
    reach = Math.max(reach, last.get(commit)!);
    if (reach <= index) whole = index + 1;
  });
  // A commit larger than what is read at once: it is divided rather than waited for without end.
  return whole || commits.length;
}
