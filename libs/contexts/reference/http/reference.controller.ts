import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, listing, Requires, WholeListQuery } from '#platform/http';
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
  @Endpoint('listCountries', 'List countries', {
    description: 'Returns the countries in a fixed order. The code `CM` occurs twice: for Cameroon and for Dominica.',
    answers: CountryRecord,
    list: 'whole',
  })
  countries(@Query() query: WholeListQuery) {
    return whole(COUNTRIES, query);
  }

  @Get('colors')
  @Endpoint('listColors', 'List colors', { answers: ColorRecord, list: 'whole' })
  colors(@Query() query: WholeListQuery) {
    return whole(COLORS, query);
  }

  @Get('categories')
  @Endpoint('listCategories', 'List categories', { answers: CategoryRecord, list: 'whole' })
  categories(@Query() query: WholeListQuery) {
    return whole(CATEGORIES, query);
  }
}

function whole<T>(records: readonly T[], query: WholeListQuery) {
  return listing(query, cutList(records, query), (record) => record);
}
