import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer, listing, Requires, WholeListQuery } from '#platform/http';
import { cutList } from '#platform/kernel';
import { CATEGORIES } from '../categories.js';
import { COLORS } from '../colors.js';
import { COUNTRIES } from '../countries.js';
import { CategoryRecord, ColorRecord, CountryRecord } from './reference.responses.js';

/** The reference lists (api-v2.md, Languages, countries, colors, categories). */
@ApiTags('Reference')
@Requires('reference.read')
@Controller('api/v2')
export class ReferenceController {
  @Get('countries')
  @ApiOperation({
    operationId: 'listCountries',
    summary: 'List countries',
    description: 'In a fixed order; `CM` stands for Cameroon and for Dominica.',
  })
  @Answer(CountryRecord, { list: 'bare', paged: 'when asked' })
  countries(@Query() query: WholeListQuery) {
    return whole(COUNTRIES, query);
  }

  @Get('colors')
  @ApiOperation({ operationId: 'listColors', summary: 'List colors' })
  @Answer(ColorRecord, { list: 'bare', paged: 'when asked' })
  colors(@Query() query: WholeListQuery) {
    return whole(COLORS, query);
  }

  @Get('categories')
  @ApiOperation({ operationId: 'listCategories', summary: 'List categories' })
  @Answer(CategoryRecord, { list: 'bare', paged: 'when asked' })
  categories(@Query() query: WholeListQuery) {
    return whole(CATEGORIES, query);
  }
}

function whole<T>(records: readonly T[], query: WholeListQuery): unknown {
  return listing(query, cutList(records, query), (record) => record);
}
