import { Injectable } from '@nestjs/common';
import { type ItemRow, neighboursOf } from '#contexts/items';
import { Database, type Statement } from '#platform/database';
import { Images, isSimilarPicture } from '#platform/images';
import { type Caller, surnameOf } from '#platform/kernel';
import { type Likeness, likenessOf } from '../domain/matching.js';
import { withSynonyms } from '../domain/matching.synonyms.js';
import { foundAsLost } from '../domain/matching.things.js';
import { MAX_CANDIDATES, MAX_SIMILAR, MIN_SIMILAR_SCORE } from '../domain/matching.weights.js';
import { wordsOf } from '../domain/matching.words.js';
import {
  type DescribedItem,
  type DescribedRequest,
  type Sight,
  shortlistOfItems,
  shortlistOfRequests,
} from './candidate.shortlist.js';
import { foundThing, lostThing } from './candidate.things.js';
import type { RequestRow } from './request.queries.js';

/** A possible match. */
export interface Candidate extends Likeness {
  id: number;
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
    return this.database.inTurn('candidates', caller.group.id, () => this.rankedItems(caller, request));
  }

  /** The Requests that may be about the item, best match first. @throws DomainError `unavailable` when too many calls wait */
  requestsFor(caller: Caller, item: ItemRow): Promise<Candidate[]> {
    return this.database.inTurn('candidates', caller.group.id, () => this.rankedRequests(caller, item));
  }

  /** The items that are probably the same thing, likeliest first. @throws DomainError `unavailable` when too many calls wait */
  similarTo(caller: Caller, item: ItemRow): Promise<Candidate[]> {
    return this.database.inTurn('candidates', caller.group.id, () => this.rankedNeighbours(caller, item));
  }

  private async rankedNeighbours(caller: Caller, item: ItemRow): Promise<Candidate[]> {
    const found = foundThing(item);
    const lost = foundAsLost(found);
    const { id: itemID, location_id: locationID, location } = item;
    const words = withSynonyms(wordsOf(found.item, found.brand));
    const about = { itemID, locationID, location, words, colors: found.colors, categories: found.categories };
    const createdAt = new Date(item.created_at).toISOString();
    const rows = await this.read([neighboursOf({ groupID: caller.group.id, createdAt, ...about })]);
    const isSimilarPhoto = await this.photoCompared(caller, item.image_url, rows);
    const compared = ranked(rows.map((row) => candidate(row.id, likenessOf(lost, foundThing(row), isSimilarPhoto(row)))));
    return compared.filter(({ score }) => score >= MIN_SIMILAR_SCORE).slice(0, MAX_SIMILAR);
  }

  /** As `itemsFor`, at once. */
  async rankedItems(sight: Sight, request: DescribedRequest): Promise<Candidate[]> {
    const lost = lostThing(request);
    const { name, email } = lost.guest;
    // Not the first name, which is too common.
    const written = (name ?? '').split(',', 1).join().split(/\s+/);
    const surname = written.findLast((word) => /\p{L}/u.test(word)) ?? null;
    const words = wordsOf(lost.request, lost.answer);
    const found = await this.read(shortlistOfItems(sight, { ...lost, words, surname, email }));
    const rows = found.filter(({ id }) => !request.rejected_item_ids.includes(id));
    const isSimilarPhoto = await this.photoCompared(sight, request.image_url, rows);
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lost, foundThing(row), isSimilarPhoto(row)))));
  }

  /** As `requestsFor`, at once. */
  async rankedRequests(sight: Sight, item: DescribedItem): Promise<Candidate[]> {
    const found = foundThing(item);
    const { contactEmail: email } = found.owner;
    const surname = surnameOf(found.owner);
    const words = wordsOf(found.item, found.brand);
    const lost = await this.read(shortlistOfRequests(sight, { ...found, words, surname, email }));
    const rows = lost.filter(({ rejected_item_ids }) => !rejected_item_ids.includes(item.id));
    const isSimilarPhoto = await this.photoCompared(sight, item.image_url, rows);
    return ranked(rows.map((row) => candidate(row.id, likenessOf(lostThing(row), found, isSimilarPhoto(row)))));
  }

  /** The records that any of the searches finds, each once. */
  private async read<Row extends { id: number }>(searches: Statement<Row>[]): Promise<Row[]> {
    const found = await this.database.pipeline<Row[]>(...searches);
    return [...new Map(found.flat().map((row) => [row.id, row])).values()];
  }

  /** Whether the photo of a row is much like this one. Read only where there is one. */
  private async photoCompared({ group }: Sight, imageUrl: string | null, rows: readonly { image_url: string | null }[]) {
    if (imageUrl === null) return () => false;
    const prints = await this.images.printsOf(group.id, [imageUrl, ...rows.map(({ image_url }) => image_url)]);
    const own = prints.get(imageUrl);
    return ({ image_url }: { image_url: string | null }): boolean => {
      const other = prints.get(image_url ?? '');
      return own !== undefined && other !== undefined && isSimilarPicture(own, other);
    };
  }
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
