import { Controller, Get, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Beyond, clientNetwork, Endpoint, Produces, Public } from '#platform/http';
import { Images, nameBehind, ownerIn } from '#platform/images';
import { NotFound } from '#platform/kernel';
import { ItemQueries } from '../read-model/item.queries.js';
import { areAddressesPassing } from './picture-address.js';

/** Keeps a browser from running or loading anything, whatever it takes the image for. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};
const KEPT = { lasting: 'private, max-age=86400', passing: 'no-store' };
const NAME = { type: 'string', maxLength: 300, example: '1-7-9f52b6d3a4c04a688d0f0c4e1f6d2a11.jpg' } as const;
/** The highest number of a record or a Group. */
const MOST_ID = 2 ** 31 - 1;
const BINARY = { schema: { type: 'string', format: 'binary' } } as const;
const IMAGE = {
  status: 200,
  description: 'The image.',
  content: { 'image/jpeg': BINARY, 'image/png': BINARY, 'image/gif': BINARY },
};

/** Uploaded images: no token is needed to read one, only its address (decisions.md, section 9). */
@ApiTags('Items')
@Beyond()
@Controller('images')
export class ImagesController {
  constructor(
    private readonly images: Images,
    private readonly items: ItemQueries,
  ) {}

  @Get(':name')
  @Public()
  @Produces('image/*')
  @Endpoint('getImage', 'Get an uploaded image', {
    description:
      'Returns the bytes of an uploaded image to whoever knows its address: no token is needed. The image of a name never ' +
      'changes; it is 404 once another has taken its place, its item was deleted or its owner’s data was erased. Addresses of ' +
      'pictures of a `document` or `discreet` item end after an hour. 503 when too many are asked for at once.',
    sends: IMAGE,
  })
  @ApiParam({
    name: 'name',
    schema: NAME,
    description: 'The last part of an `imageUrl`, or of the `url` or `thumbnailUrl` of a photo.',
  })
  async one(@Param('name') name: string, @Req() { ip }: Request, @Res({ passthrough: true }) response: Response) {
    const behind = nameBehind(name);
    const shown = behind ?? name;
    const image = (await this.isShown(shown, behind !== null)) && (await this.images.open(shown, clientNetwork(ip)));
    if (!image) throw new NotFound('The image');
    response.set(HEADERS).set('Cache-Control', behind === null ? KEPT.lasting : KEPT.passing);
    const { stream, size, contentType } = image;
    const file = new StreamableFile(stream, { type: contentType, disposition: 'inline', length: size ?? undefined });
    // Once the response has begun, a failure can only end the connection.
    return file.setErrorHandler((_error, { destroyed }) => void (destroyed || response.destroy()));
  }

  /** Pictures of deleted items are not, those of documents by addresses that end alone (decisions.md, section 13, Photos). */
  private async isShown(name: string, isPassing: boolean): Promise<boolean> {
    const { groupID, record } = ownerIn(name) ?? { groupID: 0, record: 'none' };
    const id = Number(record);
    if (!(id <= MOST_ID && groupID <= MOST_ID)) return true;
    const item = await this.items.picturesOf(groupID, id);
    return !item || (item.status !== 'deleted' && (isPassing || !areAddressesPassing(item)));
  }
}
