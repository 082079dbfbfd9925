import { DomainError, ValidationFailed } from '#platform/kernel';

/** A place where items are stored, such as a shelf, in another or at the top. */
export interface Place {
  id: number;
  name: string;
  /** On its label; unique in the Location without regard to case. */
  code: string;
  parentID: number | null;
}

/** Where a place is: its names, and its IDs, from the top to itself. */
export interface Whereabouts {
  path: string;
  trail: readonly number[];
}

/** How deep places may stand in each other (decisions.md, section 13). */
const MOST_DEEP = 5;

/** Where each place of a Location is. */
export function whereaboutsOf(places: readonly Place[]): ReadonlyMap<number, Whereabouts> {
  const byID = new Map(places.map((place) => [place.id, place]));
  return new Map(
    places.map((place) => {
      const trail = trailOf(place, byID);
      return [place.id, { path: trail.map((id) => byID.get(id)!.name).join(' / '), trail }];
    }),
  );
}

/**
 * A Location's places with one that is new or changed.
 * @throws ValidationFailed for a parent that it cannot stand in; DomainError `conflict` for a code that another has
 */
export function withPlace(places: readonly Place[], place: Place): Place[] {
  const others = places.filter(({ id }) => id !== place.id);
  const after = [...others, place];
  if (!standsWell(place, after)) throw wrongParent();
  if (others.some(({ code }) => code.toLowerCase() === place.code.toLowerCase())) {
    throw new DomainError('conflict', 'conflict', `Another storage place of the Location has the code ${place.code}.`);
  }
  return after;
}

/** A code for a place that is given none. */
export function codeFor(id: number, places: readonly Place[]): string {
  const taken = new Set(places.map(({ code }) => code.toLowerCase()));
  for (let code = `P${id}`; ; code += 'x') if (!taken.has(code.toLowerCase())) return code;
}

function standsWell(place: Place, places: readonly Place[]): boolean {
  const byID = new Map(places.map((each) => [each.id, each]));
  if (place.parentID !== null && !byID.has(place.parentID)) return false;
  if (trailOf(place, byID).length > MOST_DEEP) return false;
  return places.every((each) => {
    const trail = trailOf(each, byID);
    return !trail.includes(place.id) || trail.length <= MOST_DEEP;
  });
}

/** The IDs from the top to the place; no longer than it may be by one, so that a circle ends too. */
function trailOf(place: Place, byID: ReadonlyMap<number, Place>): number[] {
  const trail: number[] = [];
  for (let at: Place | undefined = place; at && trail.length <= MOST_DEEP; at = byID.get(at.parentID ?? 0)) trail.unshift(at.id);
  return trail;
}

function wrongParent(): ValidationFailed {
  const message = `Must be another place of the same Location, not below this one, and at most ${MOST_DEEP} deep.`;
  return new ValidationFailed([{ field: 'parentID', code: 'invalid_parent', message }]);
}
