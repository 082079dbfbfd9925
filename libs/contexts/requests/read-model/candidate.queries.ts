import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { AT_LOCATION, type ItemDescriptions, type ItemRow, newestWithAny } from '#contexts/items';
import { anyOf, Database, literals, type Row, searchAny, searchAnyWord, tables, unprepared } from '#platform/database';
import { Images, isSimilarPicture } from '#platform/images';
import { type Caller, surnameSpellings } from '#platform/kernel';
import { type Likeness, likenessOf } from '../domain/matching.js';
import { withSynonyms } from '../domain/matching.synonyms.js';
import type { FoundThing, LostThing } from '../domain/matching.things.js';
import { MAX_CANDIDATES } from '../domain/matching.weights.js';
import { wordsOf } from '../domain/matching.words.js';
import { MATCHABLE } from '../domain/request.transitions.js';
import { colorsNamedIn } from './named-colors.js';
import type { RequestEntity } from './request.entity.js';
import type { RequestRow } from './request.queries.js';

/** How many records each search of the shortlist returns at most, which bounds the cost of a query. */
const SHORTLIST = 200;
/** How many records with the surname are compared by date: what is a surname may be a common word as well. */
const MOST_NAMED = 300;
/** How many records of the Location are looked at on each side of a date. */
const NEAREST_HERE = 500;
/** How many records on each side of a date are searched for words, wherever they are. */
const NEAREST = 300;

/** What is compared. */
const DESCRIBED = ['id', 'location_id', 'location', 'departured_date', 'colors', 'categories', 'owner', 'image_url'] as const;
const FOUND = [...DESCRIBED, 'item', 'brand'] as const;
const LOST = [...DESCRIBED, 'request', 'answer'] as const;

const db = tables<typeof ItemDescriptions | typeof RequestEntity>();

/** A possible match. */
export interface Candidate extends Likeness {
  id: number;
}

/** What to search for: words for the item, the person, the place and the date. */
interface MatchQuery {
  words: string[];
  email: string | null;
  locationID: string;
  location: string | null;
  departuredDate: string | null;
  colors: string[];
  categories: string[];
}

/**
 * Ranks possible matches that the caller has access to. Each call compares hundreds of texts, so only a few run at a time, to leave
 * connections and processor time for other calls.
 */
@Injectable()
export class CandidateQueries {
  constructor(
    private readonly database: Database,
    private readonly images: Images,
  ) {}

  /** The items that the Request may be about, best match first. @throws DomainError `unavailable` when too many calls wait */
  itemsFor(caller: Caller, request: RequestRow): Promise<Candidate[]> {
    return this.database.inTurn('candidates', () => this.rankedItems(caller, request));
  }

  /** The Requests that may be about the item, best match first. @throws DomainError `unavailable` when too many calls wait */
  requestsFor(caller: Caller, item: ItemRow): Promise<Candidate[]> {
    return this.database.inTurn('candidates', () => this.rankedRequests(caller, item));
  }

  private async rankedItems(caller: Caller, request: RequestRow): Promise<Candidate[]> {
    const lost = lostThing(request);
    const { name, email } = lost.guest;
    const words = wordsOf(lost.request, lost.answer);
    // Not the first name, which is too common.
    const surname = (name ?? '').split(',', 1).join().trim().split(/\s+/).at(-1) ?? null;
    const records = {
      rows: sql`item_descriptions`,
      open: AT_LOCATION,
      email: 'contactEmail',
      named: (condition: RawBuilder<boolean>) => newestWithAny(caller.group.id, surnameSpellings(surname), condition, MOST_NAMED),
    };
    const found = shortlist(caller, records, { ...lost, words, email });
    const query = db
      .selectFrom('item_descriptions')
      .select(FOUND)
      .where('group_id', '=', caller.group.id)
      .where('id', 'in', found);
    const rows = await this.database.query(unprepared(query));
    const isSimilarPhoto = await this.photoCompared(caller, request.image_url, rows);
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lost, foundThing(row), isSimilarPhoto(row)))));
  }

  private async rankedRequests(caller: Caller, item: ItemRow): Promise<Candidate[]> {
    const found = foundThing(item);
    const { lastName: surname, contactEmail: email } = found.owner;
    const words = wordsOf(found.item, found.brand);
    const named = (condition: RawBuilder<boolean>) => sql`(
      select * from requests where ${condition} and search @@ ${searchAnyWord(surnameSpellings(surname))}
      order by id + 0 desc limit ${MOST_NAMED}::int)`;
    const lost = shortlist(caller, { rows: sql`requests`, open: MATCHABLE, email: 'email', named }, { ...found, words, email });
    const query = db.selectFrom('requests').select(LOST).where('group_id', '=', caller.group.id).where('id', 'in', lost);
    const rows = await this.database.query(unprepared(query));
    const isSimilarPhoto = await this.photoCompared(caller, item.image_url, rows);
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lostThing(row), found, isSimilarPhoto(row)))));
  }

  /** Whether the photo of a row is much like this one. Read only where there is one. */
  private async photoCompared({ group }: Caller, imageUrl: string | null, rows: readonly { image_url: string | null }[]) {
    if (imageUrl === null) return () => false;
    const prints = await this.images.printsOf(group.id, [imageUrl, ...rows.map(({ image_url }) => image_url)]);
    const own = prints.get(imageUrl);
    return ({ image_url }: { image_url: string | null }): boolean => {
      const other = prints.get(image_url ?? '');
      return own !== undefined && other !== undefined && isSimilarPicture(own, other);
    };
  }
}

/** The records, some of those with the person's surname, the statuses that can be matched, and where the email address stands in `owner`. */
interface Records {
  rows: RawBuilder<unknown>;
  named(condition: RawBuilder<boolean>): RawBuilder<unknown>;
  open: readonly string[];
  email: string;
}

/**
 * Records of the same person; of the Location's records nearest in time those with a word for the item, its place, color or category, and
 * else the nearest, which may be described in other words; and records with a word for it nearest in time wherever they are. Each search is bounded: a word for a
 * charger is in every tenth item of a large Group.
 */
function shortlist(caller: Caller, { rows, named, open, email }: Records, query: MatchQuery) {
  const { group, scope } = caller;
  const date = query.departuredDate;
  const reach = scope.all ? sql`true` : sql`location_id = ${anyOf(scope.locationIDs)}`;
  const ofGroup = sql`group_id = ${group.id}::int and status in ${literals(open)}`;
  // Read from the rows: PostgreSQL would take each status to an index as well.
  const read = sql`group_id = ${group.id}::int and status || '' in ${literals(open)}`;
  const words = sql`search @@ ${searchAny(withSynonyms(query.words))}`;
  // `id + 0`: for rare words, PostgreSQL would otherwise scan the whole Group along the primary key.
  const nearest = date === null ? sql`id + 0 desc` : sql`abs(departured_date::date - ${date}::date), id + 0 desc`;
  const listed = sql`limit ${SHORTLIST}::int`;
  const around = (where: RawBuilder<unknown>, most: number) => {
    const part = (order: RawBuilder<unknown>) =>
      sql`(select id, status, location_id, location, departured_date, colors, categories, search from ${rows} where ${where} and ${order} limit ${most}::int)`;
    return date === null
      ? part(sql`departured_date is not null order by departured_date desc`)
      : sql`(${part(sql`departured_date >= ${date} order by departured_date`)}
          union all ${part(sql`departured_date < ${date} order by departured_date desc`)}
          union all ${part(sql`departured_date is null order by id desc`)})`;
  };
  const here = around(sql`${ofGroup} and location_id = ${query.locationID}::text`, NEAREST_HERE);
  const anywhere = around(ofGroup, NEAREST);
  // About what each says in the ranking (matching.weights.ts): a misspelled word is not found, but room and color may be.
  const evidence = sql`(4 * coalesce(${words}, false)::int + 4 * coalesce(location = ${query.location}::text, false)::int
    + 2 * (colors && ${query.colors}::text[])::int + (categories && ${query.categories}::text[])::int)`;
  const emailOf = sql`lower(owner ->> ${sql.lit(email)})`;
  return sql<number>`(
    (select id from ${named(sql`${read} and ${reach}`)} named order by ${nearest} ${listed})
    union
    (select id from ${rows} where ${ofGroup} and ${reach} and ${emailOf} = ${query.email?.toLowerCase() ?? null}::text ${listed})
    union
    (select id from ${here} here where ${reach} order by ${evidence} desc, ${nearest} ${listed})
    union
    (select id from ${anywhere} anywhere where ${reach} and ${words} order by ${nearest} ${listed}))`;
}

function candidate(id: number, likeness: Likeness | null): Candidate[] {
  return likeness === null ? [] : [{ id, ...likeness }];
}

function ranked(candidates: Candidate[][]): Candidate[] {
  return candidates
    .flat()
    .sort((one, other) => other.score - one.score || other.id - one.id)
    .slice(0, MAX_CANDIDATES);
}

function lostThing(row: Pick<RequestRow, (typeof LOST)[number]>): LostThing {
  return {
    request: row.request,
    answer: row.answer,
    locationID: row.location_id,
    location: row.location,
    departuredDate: row.departured_date,
    colors: [...new Set([...row.colors, ...colorsNamedIn(row.request)])],
    categories: row.categories,
    guest: row.owner,
  };
}

function foundThing(row: Pick<Row<typeof ItemDescriptions>, (typeof FOUND)[number]>): FoundThing {
  return {
    item: row.item,
    brand: row.brand,
    locationID: row.location_id,
    location: row.location,
    departuredDate: row.departured_date,
    colors: row.colors.length > 0 ? row.colors : colorsNamedIn(row.item),
    categories: row.categories,
    owner: row.owner,
  };
}
