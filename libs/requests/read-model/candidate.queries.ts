import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, Database, type Row, searchAny, tables } from '#database';
import type { ItemEntity, ItemRow } from '#items';
import type { Caller } from '#kernel';
import { type FoundThing, type Likeness, type LostThing, likenessOf } from '../domain/matching.js';
import { MOST_CANDIDATES } from '../domain/matching.weights.js';
import { wordsOf } from '../domain/matching.words.js';
import type { RequestEntity } from './request.entity.js';
import type { RequestRow } from './request.queries.js';

/** How many are compared at most for each way they were found: what a query costs stays bounded. */
const SHORTLIST = 200;

/** Items that are still there to be given back, and Requests that still wait for theirs. */
const OPEN_ITEMS = sql`('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest', 'left-behind', 'expired')`;
const OPEN_REQUESTS = sql`('registered', 'waiting-guest-response')`;

const db = tables<typeof ItemEntity | typeof RequestEntity>();

/** One that may belong to the thing looked at. */
export interface Candidate extends Likeness {
  id: number;
}

/** What is looked for: its words (first names not among them, they are everybody's), and where they are told. */
interface Sought {
  text: string;
  words: string[];
  locationID: string;
}

/** Ranks what may belong together, always inside the caller's reach. */
@Injectable()
export class CandidateQueries {
  constructor(private readonly database: Database) {}

  /** The items that may be what the Request asks for, best first. */
  async itemsFor(caller: Caller, request: RequestRow): Promise<Candidate[]> {
    const lost = lostThing(request);
    const { name, email } = lost.guest;
    const words = [...wordsOf(lost.request, lost.answer), ...wordsOf(name).slice(-1), ...given(email)];
    const sought = { text: lost.request, words, locationID: lost.locationID };
    const rows = await this.database.rows(
      db
        .selectFrom('items')
        .selectAll()
        .select(similarity(sql`item`, sought).as('similarity'))
        .where('group_id', '=', caller.group.id)
        .where('id', 'in', shortlist(caller, sql`items`, OPEN_ITEMS, sought)),
    );
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lost, foundThing(row), row.similarity))));
  }

  /** The Requests that may ask for the item, best first. */
  async requestsFor(caller: Caller, item: ItemRow): Promise<Candidate[]> {
    const found = foundThing(item);
    const { lastName, contactEmail } = found.owner;
    const words = [...wordsOf(found.item, found.brand, lastName), ...given(contactEmail)];
    const sought = { text: found.item, words, locationID: found.locationID };
    const rows = await this.database.rows(
      db
        .selectFrom('requests')
        .selectAll()
        .select(similarity(sql`request`, sought).as('similarity'))
        .where('group_id', '=', caller.group.id)
        .where('id', 'in', shortlist(caller, sql`requests`, OPEN_REQUESTS, sought)),
    );
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lostThing(row), found, row.similarity))));
  }
}

/** The newest that share a word, wherever they are, and the newest of the same Location, which may be spelled otherwise. */
function shortlist(caller: Caller, table: RawBuilder<unknown>, open: RawBuilder<unknown>, { words, locationID }: Sought) {
  const { group, scope } = caller;
  const reach = scope.all ? sql`true` : sql`location_id = ${anyOf(scope.locationIDs)}`;
  const within = sql`select id from ${table} where group_id = ${group.id}::int and status in ${open} and ${reach}`;
  // Ordered by `id + 0`: along the key itself PostgreSQL would walk through the whole Group for words that hardly occur.
  return sql<number>`(
    (${within} and search @@ ${searchAny(words)} order by id + 0 desc limit ${SHORTLIST}::int)
    union
    (${within} and location_id = ${locationID}::text order by id desc limit ${SHORTLIST}::int))`;
}

/** How alike the column and the text sought are spelled, the shorter within the longer, by their trigrams. */
function similarity(column: RawBuilder<unknown>, { text }: Sought) {
  const [own, sought] = [sql`search_text(lower(${column}))`, sql`search_text(lower(${text}::text))`];
  return sql<number>`greatest(word_similarity(${own}, ${sought}), word_similarity(${sought}, ${own}))`;
}

function candidate(id: number, likeness: Likeness | null): Candidate[] {
  return likeness === null ? [] : [{ id, ...likeness }];
}

function ranked(candidates: Candidate[][]): Candidate[] {
  return candidates
    .flat()
    .sort((one, other) => other.score - one.score || other.id - one.id)
    .slice(0, MOST_CANDIDATES);
}

function given(text: string | null): string[] {
  return text === null ? [] : [text];
}

function lostThing(row: Row<typeof RequestEntity>): LostThing {
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

function foundThing(row: Row<typeof ItemEntity>): FoundThing {
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
