import { Controller, Get, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Beyond, Endpoint, Produces, Public } from '#platform/http';
import { Images } from '#platform/images';
import { NotFound } from '#platform/kernel';

/** Keeps a browser from running or loading anything, whatever it takes the image for. */
const HEADERS = {
  'Cache-Control': 'private, max-age=86400',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};
const NAME = { type: 'string', maxLength: 100, example: '1-7-9f52b6d3a4c04a688d0f0c4e1f6d2a11.jpg' } as const;
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
  constructor(private readonly images: Images) {}

  @Get(':name')
  @Public()
  @Produces('image/*')
  @Endpoint('getImage', 'Get an uploaded image', {
    description:
      'Returns the bytes of an uploaded image to whoever knows its address: no token is needed. The image of a name never ' +
      'changes; it is 404 once another has taken its place or its owner’s data was erased. 503 when too many are asked ' +
      'for at once.',
    sends: IMAGE,
  })
  @ApiParam({
    name: 'name',
    schema: NAME,
    description: 'The last part of an `imageUrl`. The image of a given name never changes.',
  })
  async one(@Param('name') name: string, @Res({ passthrough: true }) response: Response) {
    const image = await this.images.open(name);
    if (!image) throw new NotFound('The image');
    response.set(HEADERS);
    const { stream, size, contentType } = image;
    const file = new StreamableFile(stream, { type: contentType, disposition: 'inline', length: size ?? undefined });
    // Once the response has begun, a failure can only end the connection.
    return file.setErrorHandler((_error, { destroyed }) => void (destroyed || response.destroy()));
  }
}
