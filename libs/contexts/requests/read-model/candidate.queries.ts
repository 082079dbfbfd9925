import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { AT_LOCATION, type ItemDescriptions, type ItemRow } from '#contexts/items';
import { anyOf, Database, literals, type Row, searchAny, tables } from '#platform/database';
import type { Caller } from '#platform/kernel';
import { type FoundThing, type Likeness, type LostThing, likenessOf, type Spelling } from '../domain/matching.js';
import { withSynonyms } from '../domain/matching.synonyms.js';
import { DAYS_APART, MAX_CANDIDATES, MAX_CHARACTERS } from '../domain/matching.weights.js';
import { wordsOf } from '../domain/matching.words.js';
import { MATCHABLE } from '../domain/request.transitions.js';
import type { RequestEntity } from './request.entity.js';
import type { RequestRow } from './request.queries.js';

/** How many records each search of the shortlist returns at most, which bounds the cost of a query. */
const SHORTLIST = 200;

const db = tables<typeof ItemDescriptions | typeof RequestEntity>();

/** A possible match. */
export interface Candidate extends Likeness {
  id: number;
}

/** What to search for: words for the item, the person (not by first name, which is too common), the place and the date. */
interface MatchQuery {
  text: string;
  name: string | null;
  words: string[];
  person: string[];
  locationID: string;
  departuredDate: string | null;
}

/**
 * Ranks possible matches that the caller has access to. Each call compares hundreds of texts, so only a few run at a time, to leave
 * connections and processor time for other calls.
 */
@Injectable()
export class CandidateQueries {
  constructor(private readonly database: Database) {}

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
    const surname = wordsOf(name).at(-1) ?? null;
    const query: MatchQuery = {
      ...lost,
      text: lost.request,
      name: surname,
      words: wordsOf(lost.request, lost.answer),
      person: [surname, email].filter((word) => word !== null),
    };
    const rows = await this.database.query(
      db
        .selectFrom('item_descriptions')
        .selectAll()
        .select([alike(sql`item`, query.text).as('text_alike'), alike(sql`owner ->> 'lastName'`, query.name).as('name_alike')])
        .where('group_id', '=', caller.group.id)
        .where('id', 'in', shortlist(caller, sql`item_descriptions`, AT_LOCATION, query)),
    );
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lost, foundThing(row), spellingOf(row)))));
  }

  private async rankedRequests(caller: Caller, item: ItemRow): Promise<Candidate[]> {
    const found = foundThing(item);
    const { lastName, contactEmail } = found.owner;
    const query: MatchQuery = {
      ...found,
      text: found.item,
      name: lastName,
      words: wordsOf(found.item, found.brand),
      person: [lastName, contactEmail].filter((word) => word !== null),
    };
    const rows = await this.database.query(
      db
        .selectFrom('requests')
        .selectAll()
        .select([alike(sql`request`, query.text).as('text_alike'), alike(sql`owner ->> 'name'`, query.name).as('name_alike')])
        .where('group_id', '=', caller.group.id)
        .where('id', 'in', shortlist(caller, sql`requests`, MATCHABLE, query)),
    );
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lostThing(row), found, spellingOf(row)))));
  }
}

/**
 * Records of the same person, records with a word for the item (same Location first), and all records of the Location around that
 * date, which may be spelled differently; of each, the nearest in time.
 */
function shortlist(caller: Caller, table: RawBuilder<unknown>, open: readonly string[], query: MatchQuery) {
  const { group, scope } = caller;
  const { locationID, departuredDate: date } = query;
  const reach = scope.all ? sql`true` : sql`location_id = ${anyOf(scope.locationIDs)}`;
  const within = sql`select id from ${table} where group_id = ${group.id}::int and status in ${literals(open)} and ${reach}`;
  const here = sql`location_id = ${locationID}::text`;
  // `id + 0`: for rare words, PostgreSQL would otherwise scan the whole Group along the primary key.
  const nearest = date === null ? sql`id + 0 desc` : sql`abs(departured_date::date - ${date}::date), id + 0 desc`;
  const inThoseDays =
    date === null ? sql`true` : sql`departured_date between ${daysFrom(date, -DAYS_APART)} and ${daysFrom(date, DAYS_APART)}`;
  return sql<number>`(
    (${within} and search @@ ${searchAny(query.person)} order by ${nearest} limit ${SHORTLIST}::int)
    union
    (${within} and search @@ ${searchAny(withSynonyms(query.words))} order by ${here} desc, ${nearest} limit ${SHORTLIST}::int)
    union
    (${within} and ${here} and ${inThoseDays} order by ${nearest} limit ${SHORTLIST}::int))`;
}

function daysFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Trigram similarity of the column and the text, the shorter within the longer.
 */
function alike(column: RawBuilder<unknown>, text: string | null) {
  const [own, query] = [
    sql`search_text(lower(left(${column}, ${sql.lit(MAX_CHARACTERS)})))`,
    sql`search_text(lower(left(${text}::text, ${sql.lit(MAX_CHARACTERS)})))`,
  ];
  return sql<number | null>`greatest(word_similarity(${own}, ${query}), word_similarity(${query}, ${own}))`;
}

function spellingOf(row: { text_alike: number | null; name_alike: number | null }): Spelling {
  return { text: row.text_alike ?? 0, name: row.name_alike ?? 0 };
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

function lostThing(row: RequestRow): LostThing {
  return {
    request: row.request,
    answer: row.answer,
    locationID: row.location_id,
    location: row.location,
    departuredDate: row.departured_date,
    colors: row.colors,
    categories: row.categories,
    guest: row.owner,
  };
}

function foundThing(row: ItemRow | Row<typeof ItemDescriptions>): FoundThing {
  return {
    item: row.item,
    brand: row.brand,
    locationID: row.location_id,
    location: row.location,
    departuredDate: row.departured_date,
    colors: row.colors,
    categories: row.categories,
    owner: row.owner,
  };
}
