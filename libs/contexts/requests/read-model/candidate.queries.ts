import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { AT_LOCATION, type ItemDescriptions, type ItemRow } from '#contexts/items';
import { anyOf, Database, literals, type Row, searchAny, tables, unprepared } from '#platform/database';
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
/** How many records on each side of a date are searched for words, wherever they are. */
const NEAREST = 1_000;
/** How many days before and after a date a Location's records are searched for words. */
const DAYS_SEARCHED = 45;
/** How many of the Group's records a Location's are searched among where no date is known. */
const LATEST = 100_000;

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
      person: [surname, nameIn(email)].filter((word) => word !== null),
    };
    const rows = await this.database.query(
      unprepared(
        db
          .selectFrom('item_descriptions')
          .selectAll()
          .select([alike(sql`item`, query.text).as('text_alike'), alike(sql`owner ->> 'lastName'`, query.name).as('name_alike')])
          .where('group_id', '=', caller.group.id)
          .where('id', 'in', shortlist(caller, sql`item_descriptions`, AT_LOCATION, query)),
      ),
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
      person: [lastName, nameIn(contactEmail)].filter((word) => word !== null),
    };
    const rows = await this.database.query(
      unprepared(
        db
          .selectFrom('requests')
          .selectAll()
          .select([alike(sql`request`, query.text).as('text_alike'), alike(sql`owner ->> 'name'`, query.name).as('name_alike')])
          .where('group_id', '=', caller.group.id)
          .where('id', 'in', shortlist(caller, sql`requests`, MATCHABLE, query)),
      ),
    );
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lostThing(row), found, spellingOf(row)))));
  }
}

/**
 * Records of the same person, records with a word for the item among the nearest in time and at the same Location, and all records of the
 * Location around that date, which may be spelled differently; of each, the nearest in time. Each search is bounded: a word for a charger is
 * in every tenth item of a large Group.
 */
function shortlist(caller: Caller, rows: RawBuilder<unknown>, open: readonly string[], query: MatchQuery) {
  const { group, scope } = caller;
  const { locationID, departuredDate: date } = query;
  const reach = scope.all ? sql`true` : sql`location_id = ${anyOf(scope.locationIDs)}`;
  const ofGroup = sql`group_id = ${group.id}::int and status <> 'deleted'`;
  const within = sql`${ofGroup} and status in ${literals(open)} and ${reach}`;
  const here = sql`location_id = ${locationID}::text`;
  const words = sql`search @@ ${searchAny(withSynonyms(query.words))}`;
  // `id + 0`: for rare words, PostgreSQL would otherwise scan the whole Group along the primary key.
  const nearest = date === null ? sql`id + 0 desc` : sql`abs(departured_date::date - ${date}::date), id + 0 desc`;
  const inDays = (days: number) =>
    date === null
      ? sql`id > (select max(id) from ${rows} where group_id = ${group.id}::int) - ${LATEST}::int`
      : sql`departured_date between ${daysFrom(date, -days)} and ${daysFrom(date, days)}`;
  const around = (order: RawBuilder<unknown>) => sql`(
    select id, status, location_id, departured_date, search from ${rows} where ${ofGroup} and ${order} limit ${NEAREST}::int)`;
  const near =
    date === null
      ? around(sql`true order by id desc`)
      : sql`(${around(sql`departured_date >= ${date} order by departured_date`)}
          union all ${around(sql`departured_date < ${date} order by departured_date desc`)}
          union all ${around(sql`departured_date is null order by id desc`)})`;
  const listed = sql`order by ${nearest} limit ${SHORTLIST}::int`;
  return sql<number>`(
    (select id from ${rows} where ${within} and search @@ ${searchAny(query.person)} ${listed})
    union
    (select id from ${near} near where status in ${literals(open)} and ${reach} and ${words} ${listed})
    union
    (select id from ${rows} where ${within} and ${here} and ${inDays(DAYS_SEARCHED)} and ${words} ${listed})
    union
    (select id from ${rows} where ${within} and ${here} and ${inDays(DAYS_APART)} ${date === null ? sql`order by id desc limit ${SHORTLIST}::int` : listed}))`;
}

/** What stands before the `@`: the rest is shared by many. Whether the whole address is the same is compared later. */
function nameIn(email: string | null): string | null {
  return email?.split('@', 1)[0] || null;
}

function daysFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Trigram similarity of the column and the text, the shorter within the longer. */
function alike(column: RawBuilder<unknown>, text: string | null) {
  const plain = (value: RawBuilder<unknown>) => sql`search_text(lower(left(${value}, ${sql.lit(MAX_CHARACTERS)})))`;
  return sql<number | null>`(
    select case when length(own) < length(sought) then word_similarity(own, sought) else word_similarity(sought, own) end
    from (select ${plain(column)} as own, ${plain(sql`${text}::text`)} as sought offset 0) texts)`;
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
