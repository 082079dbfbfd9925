import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Endpoint, ID, listing, Requires, WholeListQuery } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { LanguageQueries } from '../read-model/language.queries.js';
import { LanguageRecord, languageRecord } from './language.record.js';

/** Languages (api-v2.md, Languages, countries, colors, categories). They are added from the command line only. */
@ApiTags('Languages')
@Requires('languages.read')
@Controller('api/v2/languages')
export class LanguagesController {
  constructor(private readonly languages: LanguageQueries) {}

  @Get()
  @Endpoint('listLanguages', 'List the Languages of the Group', {
    description:
      'Returns the Languages enabled for all Locations of the Group (`scope` is `all`). The operator enables them; the ' +
      "API can't.",
    answers: LanguageRecord,
    list: 'whole',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: WholeListQuery) {
    return listing(query, await this.languages.ofGroup(caller, query), languageRecord);
  }

  @Get(':languageID')
  @Endpoint('getLanguage', 'Get a Language', {
    description:
      'Returns a Language that is enabled for the Group, or for a Location that the caller has access to; others are 404.',
    answers: LanguageRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('languageID') languageID: number) {
    return languageRecord(await this.languages.one(caller, languageID));
  }
}
