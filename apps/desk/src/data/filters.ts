/** The filters in the address of a search beside the words, as `GET /items` names it. */
const FILTERS = [
  'status',
  'locationID',
  'category',
  'departuredFrom',
  'storagePlaceID',
  'expiresBefore',
  'onHold',
  'sort',
] as const;
export type Filter = (typeof FILTERS)[number];

/** The filters in an address, without the page and the words. */
export function filtersIn(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));
}
