import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint, listing, Requires, WholeListQuery } from '#platform/http';
import { cutList } from '#platform/kernel';
import { CATEGORIES } from '../categories.js';
import { COLORS } from '../colors.js';
import { COUNTRIES } from '../countries.js';
import { CategoryRecord, ColorRecord, CountryRecord } from './reference.responses.js';

/** The reference lists (api-v2.md, Languages, countries, colors, categories). */
@Requires('reference.read')
@Controller('api/v2')
export class ReferenceController {
  @Get('countries')
  @Endpoint('listCountries', 'List countries', {
    description:
      'Returns the countries in a fixed order; their `ID` is what `countryID` takes. The code `CM` occurs twice: for ' +
      'Cameroon and for Dominica. The list changes with releases alone, so it can be kept.',
    answers: CountryRecord,
    list: 'whole',
  })
  countries(@Query() query: WholeListQuery) {
    return whole(COUNTRIES, query);
  }

  @Get('colors')
  @Endpoint('listColors', 'List colors', {
    description:
      'Returns what `colors` of items and Requests takes, by `ID`, each with a value for CSS: a hex color or a gradient. ' +
      'The list changes with releases alone, so it can be kept.',
    answers: ColorRecord,
    list: 'whole',
  })
  colors(@Query() query: WholeListQuery) {
    return whole(COLORS, query);
  }

  @Get('categories')
  @Endpoint('listCategories', 'List categories', {
    description:
      'Returns what `categories` of items and Requests takes, by `ID`. The list changes with releases alone, so it can be ' +
      'kept.',
    answers: CategoryRecord,
    list: 'whole',
  })
  categories(@Query() query: WholeListQuery) {
    return whole(CATEGORIES, query);
  }
}

function whole<T>(records: readonly T[], query: WholeListQuery) {
  return listing(query, cutList(records, query), (record) => record);
}
