/**
 * The reference of a try (decisions.md, section 14, Labels): `<item>`, then `<item>-2`. Groups may share an account of a carrier, and each
 * counts its items from 1: all but the first have their number in front. A try keeps the one that it was begun with.
 */
export function referenceOf(groupID: number, itemID: number, number: number): string {
  const item = groupID === 1 ? String(itemID) : `g${groupID}-${itemID}`;
  return number === 1 ? item : `${item}-${number}`;
}
