import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const [page, performance] = ['scaling', 'performance'].map((name) => readFileSync(`docs/${name}.md`, 'utf8')) as [string, string];
const section = (title: string) => page.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!;
const number = (text: string) => Number(text.replace(/[^\d.]/g, ''));

/** CPU of a call and of PostgreSQL, in ms, as docs/performance.md has it in a row of a table. */
function cpuOf(row: string): number {
  const [, process, postgres] = new RegExp(`^\\| ${row} \\|.*?\\| ([\\d.]+) \\+ ([\\d.]+) \\|`, 'm').exec(performance)!;
  return Number(process) + Number(postgres);
}

it('the capacity of docs/scaling.md is what the measured figures make', () => {
  const item =
    cpuOf('register an item') +
    3 * cpuOf('change a field of an item') +
    10 * cpuOf('read any of 2,000 items') +
    3 * cpuOf('8,000 deliveries, queue on PostgreSQL');
  const list = cpuOf('list 10 items');
  expect(page).toContain(`(${item.toFixed(1)} ms for an\nitem`);
  expect(page).toContain(`${list.toFixed(2)} ms for a list`);
  const bytes = (table: string) => {
    const [, heap, indexes] = new RegExp(`^\\| \`${table}\` \\|(?:[^|]*\\|){3} ([\\d,]+) \\+ ([\\d,]+) \\|`, 'm').exec(
      section('What it holds'),
    )!;
    return number(heap!) + number(indexes!);
  };
  const sum = (...tables: string[]) => Math.round(tables.reduce((all, table) => all + bytes(table), 0) / 100) * 100;
  const [forGood, webhooks, changes] = [
    sum('events', 'subject_keys', 'items', 'messages'),
    sum('webhook_deliveries', 'webhook_attempts'),
    sum('changes'),
  ];
  expect([forGood, webhooks, changes]).toEqual([6_200, 2_700, 700]);
  const rows = [...section('Capacity').matchAll(/^\| ([\d,]+) \| ([\d,]+) \| ([\d.,]+) \| ([\d.]+) \|[^|]*\| ([\d.,]+) GB \|/gm)];
  expect(rows.length).toBe(5);
  for (const [, ...cells] of rows) {
    const [hotels, daily, lists, cores, disk] = cells.map((cell) => number(cell!)) as [number, number, number, number, number];
    const itemsASecond = (hotels * 1000) / 365 / 86_400;
    expect(Math.abs(daily - itemsASecond * 86_400) / daily).toBeLessThan(0.02);
    expect(Math.abs(lists - hotels / 60) / lists).toBeLessThan(0.03);
    expect(cores).toBeCloseTo((10 * itemsASecond * item + (hotels / 60) * list) / 1000, 1.5);
    const stored = hotels * 1000 * (10 * forGood + (webhooks * 90) / 365 + (changes * 400) / 365);
    expect(Math.abs(disk - stored / 1e9) / disk).toBeLessThan(0.07);
  }
});

it('what was tried is where docs/scaling.md says', () => {
  for (const [, file] of section('Steps').matchAll(/`(test\/[\w/]+)`/g)) {
    expect([file, ['', '.e2e.spec.ts', '.spec.ts'].some((ending) => existsSync(file + ending))]).toEqual([file, true]);
  }
  expect(`${1000 * 2.7 * 86_400}`).toMatch(/^233/);
  expect(section('What breaks first, and what to do then')).toContain('233 GB a day');
});
