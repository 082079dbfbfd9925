import { ApiProperty } from '@nestjs/swagger';
import { ItemRecord } from '#contexts/items';
import { LikenessRecord, RequestRecord } from '#contexts/requests';
import { QueryInteger, Shown, Text } from '#platform/http';

/** `GET /search` (decisions.md, section 13, Search). */
export class SearchQuery {
  @Text({
    required: true,
    example: 'umbrella',
    description: 'Words, or beginnings of words, that must all occur; digits alone also find the item with that ID, first',
  })
  q!: string;
  @Text({ min: 1, description: 'Items and Requests of this Location', example: 'demo:1' }) locationID?: string;
  @QueryInteger({ min: 1, max: 50, default: 10, description: 'How many items, and how many Requests, at most' }) limit!: number;
}

/** An item that is probably meant by the words of a search. */
export class MeantItemRecord extends LikenessRecord {
  @ApiProperty({ type: ItemRecord }) item!: ItemRecord;
}

/** The answer to `GET /search`. */
export class FoundRecords {
  @Shown([ItemRecord], 'Items, as `GET /items` finds them by `q`: newest first')
  items!: ItemRecord[];
  @Shown([RequestRecord], 'Requests, as `GET /requests` finds them by `q`: newest first')
  requests!: RequestRecord[];
  @Shown(
    [MeantItemRecord],
    'Where fewer items than `limit` were found, what is probably meant, best first, and no more than are missing: items that ' +
      'other words name, in any of the languages, or words with one error of typing, or that have most of several words',
  )
  meant!: MeantItemRecord[];
}
