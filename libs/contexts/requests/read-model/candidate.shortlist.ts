import { type RawBuilder, sql } from 'kysely';
import { AT_LOCATION, type ItemDescriptions, newestWithAny } from '#contexts/items';
import { anyOf, literals, type Row, type Statement, searchAny, searchAnyWord, statement, template } from '#platform/database';
import { type Caller, surnameSpellings } from '#platform/kernel';
import { withSynonyms } from '../domain/matching.synonyms.js';
import { OPEN } from '../domain/request.transitions.js';
import type { RequestEntity } from './request.entity.js';

/** How many records each search of the shortlist returns at most, which bounds the cost of a query. */
const SHORTLIST = 200;
/** How many records with the surname are compared by date: what is a surname may be a common word as well. */
const MOST_NAMED = 300;
/** How many records of the Location are looked at on each side of a date. */
const NEAREST_HERE = 500;
/** How many records on each side of a date are searched for words, wherever they are. */
const NEAREST = 300;

/** The compared values. */
const DESCRIBED = ['id', 'location_id', 'location', 'departured_date', 'colors', 'categories', 'owner', 'image_url'] as const;
export const FOUND = [...DESCRIBED, 'item', 'brand'] as const;
export const LOST = [...DESCRIBED, 'request', 'answer', 'rejected_item_ids'] as const;

/** The compared part of an item. */
export type DescribedItem = Pick<Row<typeof ItemDescriptions>, (typeof FOUND)[number]>;
/** The Group that is searched, and the records of it. */
export type Sight = { group: { id: number } } & Pick<Caller, 'scope'>;

/** The compared part of a Request. */
export type DescribedRequest = Pick<Row<typeof RequestEntity>, (typeof LOST)[number]>;

/** A search: words for the item, the person, the place and the date. */
interface MatchQuery {
  words: string[];
  surname: string | null;
  email: string | null;
  locationID: string;
  location: string | null;
  departuredDate: string | null;
  colors: string[];
  categories: string[];
}

/** Parameters of all searches. Callers of a whole Group name no Locations; a thing may have no date. */
interface Common {
  groupID: number;
  locationIDs?: readonly string[];
  date?: string;
}

type Given<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Where the records stand, the statuses that can be matched, where the email address stands in `owner`, and some with a surname. */
interface Records {
  rows: RawBuilder<unknown>;
  columns: readonly string[];
  open: readonly string[];
  email: string;
  named(groupID: RawBuilder<number>, surnames: RawBuilder<string[]>, condition: RawBuilder<boolean>): RawBuilder<unknown>;
}

/** The searches for items that a Request may be about. */
export const shortlistOfItems = shortlist<DescribedItem>({
  rows: sql`from item_descriptions`,
  columns: FOUND,
  open: AT_LOCATION,
  email: 'contactEmail',
  named: (groupID, surnames, condition) => newestWithAny(groupID, surnames, condition, MOST_NAMED),
});

/** The searches for Requests that may be about an item. */
export const shortlistOfRequests = shortlist<DescribedRequest>({
  rows: sql`from requests`,
  columns: LOST,
  open: OPEN,
  email: 'email',
  named: (_groupID, surnames, condition) => sql`(
    select * from requests where ${condition} and search @@ ${searchAnyWord(surnames)}
    order by id + 0 desc limit ${sql.lit(MOST_NAMED)})`,
});

/**
 * Records of the same person; of the Location's records nearest in time, those with a word for the item, its place, color or category, and
 * else the nearest, which may be described in other words; and the records nearest in time, wherever they are, with a word for it. Each
 * search is bounded: a word for a charger is in every tenth item of a large Group. Each is built once and prepared, with its bounds in the
 * text, so that the plan knows them whatever the values.
 */
function shortlist<Record>({ rows, columns, open, email, named }: Records) {
  const compared = sql.join(columns.map((column) => sql.ref(column)));
  const listed = sql`limit ${sql.lit(SHORTLIST)}`;
  const ofGroup = ({ groupID }: Given<Common>) => sql`group_id = ${groupID}::int and status in ${literals(open)}`;
  const reached = ({ locationIDs }: Given<Common>) =>
    locationIDs ? sql`location_id = ${anyOf(locationIDs as RawBuilder<readonly string[]>)}` : sql`true`;
  // `id + 0`: for rare words, PostgreSQL would otherwise scan the whole Group along the primary key.
  const nearest = ({ date }: Given<Common>) =>
    date ? sql`abs(departured_date::date - ${date}::date), id + 0 desc` : sql`id + 0 desc`;
  const around = ({ date }: Given<Common>, where: RawBuilder<unknown>, most: number) => {
    const part = (order: RawBuilder<unknown>) =>
      sql`(select ${compared}, search ${rows} where ${where} and ${order} limit ${sql.lit(most)})`;
    return date
      ? sql`(${part(sql`departured_date >= ${date}::text order by departured_date`)}
          union all ${part(sql`departured_date < ${date}::text order by departured_date desc`)}
          union all ${part(sql`departured_date is null order by id desc`)})`
      : part(sql`departured_date is not null order by departured_date desc`);
  };

  const ofPerson = template<Common & { surnames: string[] }, Record>((given) => {
    // Read from the rows: PostgreSQL would take each status to an index as well.
    const read = sql<boolean>`group_id = ${given.groupID}::int and status || '' in ${literals(open)} and ${reached(given)}`;
    return statement(sql`
      select ${compared} from ${named(given.groupID, given.surnames, read)} named order by ${nearest(given)} ${listed}`);
  });
  const ofEmail = template<Common & { email: string }, Record>((given) =>
    statement(sql`
      select ${compared} ${rows}
      where ${ofGroup(given)} and ${reached(given)} and lower(owner ->> ${sql.lit(email)}) = ${given.email}::text ${listed}`),
  );
  const here = template<Common & Omit<MatchQuery, 'surname' | 'email' | 'departuredDate'>, Record>((given) => {
    // About what each says in the ranking (matching.weights.ts): a misspelled word is not found, but room and color may be.
    const evidence = sql`(4 * coalesce(search @@ ${searchAny(given.words)}, false)::int
      + 4 * coalesce(location = ${given.location}::text, false)::int
      + 2 * (colors && ${given.colors}::text[])::int + (categories && ${given.categories}::text[])::int)`;
    const near = around(given, sql`${ofGroup(given)} and location_id = ${given.locationID}::text`, NEAREST_HERE);
    return statement(sql`
      select ${compared} from ${near} here where ${reached(given)} order by ${evidence} desc, ${nearest(given)} ${listed}`);
  });
  const anywhere = template<Common & { words: string[] }, Record>((given) =>
    statement(sql`
      select ${compared} from ${around(given, ofGroup(given), NEAREST)} anywhere
      where ${reached(given)} and search @@ ${searchAny(given.words)} order by ${nearest(given)} ${listed}`),
  );

  return ({ group, scope }: Sight, query: MatchQuery): Statement<Record>[] => {
    const { departuredDate: date, locationID, location, colors, categories } = query;
    const common: Common = {
      groupID: group.id,
      ...(scope.all ? {} : { locationIDs: scope.locationIDs }),
      ...(date === null ? {} : { date }),
    };
    const [surnames, words] = [surnameSpellings(query.surname), withSynonyms(query.words)];
    return [
      ...(surnames.length > 0 ? [ofPerson({ ...common, surnames })] : []),
      ...(query.email === null ? [] : [ofEmail({ ...common, email: query.email.toLowerCase() })]),
      here({ ...common, words, locationID, location, colors, categories }),
      ...(words.length > 0 ? [anywhere({ ...common, words })] : []),
    ];
  };
}
