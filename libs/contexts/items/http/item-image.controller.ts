import { Controller, HttpCode, Param, Post, Req, Res, UnsupportedMediaTypeException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Answer, Consumes, CurrentCaller, expectedVersions, IdParam, Problems, Requires, setEntityTag } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { UploadItemImage } from '../commands/upload-item-image.js';
import { type CleanImage, cleanImage } from '../images/clean-image.js';
import { imagePart } from './image-part.js';
import { ItemRecord, itemRecord } from './item.record.js';

const FORM = 'multipart/form-data';
const FILE = {
  type: 'string',
  format: 'binary',
  description:
    'A JPG, PNG or GIF of at most 10 MiB and 50 megapixels, told by its content and not by its name. It is turned upright and ' +
    'encoded anew: metadata, and all frames of an animation but the first, are gone.',
};

/** Image upload (api-v2.md, Items). */
@ApiTags('Items')
@Controller('api/v2/items')
export class ItemImageController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':itemID/upload-image')
  @HttpCode(200)
  @Requires('items.upload-image')
  @Consumes(FORM)
  @ApiConsumes(FORM)
  @ApiBody({
    required: true,
    schema: { type: 'object', required: ['image'], properties: { image: FILE }, additionalProperties: false } as never,
  })
  @ApiOperation({
    operationId: 'uploadItemImage',
    summary: 'Upload the image of an item',
    description:
      'The image becomes the item’s `imageUrl`, an address below the service’s own that is read without a token by whoever knows ' +
      'it. An image uploaded before is removed. A Limited Sub-User uploads only to items it registered itself.',
  })
  @Answer(ItemRecord, { versioned: true })
  @Problems('precondition_failed', 'conflict')
  async upload(
    @CurrentCaller() caller: Caller,
    @Param('itemID', IdParam) itemID: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const read = async () => cleaned(await imagePart(request, response));
    const row = await this.commands.execute(new UploadItemImage(caller, itemID, read, expectedVersions(request)));
    setEntityTag(response, row.version);
    return itemRecord(row);
  }
}

async function cleaned(bytes: Uint8Array): Promise<CleanImage> {
  const image = await cleanImage(bytes);
  if (!image) throw new UnsupportedMediaTypeException('The image is no JPG, PNG or GIF that can be decoded.');
  return image;
}
