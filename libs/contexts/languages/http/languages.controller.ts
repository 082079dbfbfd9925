import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer, CurrentCaller, IdParam, listing, Requires, WholeListQuery } from '#platform/http';
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
  @ApiOperation({ operationId: 'listLanguages', summary: 'List the Languages of the Group' })
  @Answer(LanguageRecord, { list: 'bare', paged: 'when asked' })
  async list(@CurrentCaller() caller: Caller, @Query() query: WholeListQuery) {
    return listing(query, await this.languages.ofGroup(caller, query), languageRecord);
  }

  @Get(':languageID')
  @ApiOperation({ operationId: 'getLanguage', summary: 'Read a Language' })
  @Answer(LanguageRecord)
  async one(@CurrentCaller() caller: Caller, @Param('languageID', IdParam) languageID: number) {
    return languageRecord(await this.languages.one(caller, languageID));
  }
}
