/** Colors that people take for each other, in a bad light or by another word. */
const FAMILIES = [
  ['black', 'darkGreen', 'navy', 'grey'],
  ['navy', 'blue', 'lightBlue'],
  ['grey', 'silver', 'white'],
  ['white', 'cream', 'beige', 'sand'],
  ['beige', 'sand', 'brown', 'gold'],
  ['yellow', 'gold', 'orange'],
  ['orange', 'red', 'burgundy', 'pink'],
  ['burgundy', 'brown', 'purple'],
  ['pink', 'purple'],
  ['mint', 'green', 'darkGreen', 'lightBlue'],
];

/** How the colors of two things compare: null where one of them is not known. */
export function colorsCompared(some: readonly string[], others: readonly string[]): 'same' | 'alike' | 'different' | null {
  if (some.length === 0 || others.length === 0) return null;
  if (some.some((color) => others.includes(color))) return 'same';
  const isAlike = some.some((one) => others.some((other) => FAMILIES.some((all) => all.includes(one) && all.includes(other))));
  return isAlike || [...some, ...others].includes('multiColor') ? 'alike' : 'different';
}
