import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Beyond, CurrentCaller, created, Endpoint, ID, listing, Problems, Requires, WholeListQuery } from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { AddLanguage } from '../commands/add-language.js';
import { LanguageQueries } from '../read-model/language.queries.js';
import { LanguageRecord, languageRecord } from './language.record.js';
import { NewLanguageRequest } from './language.requests.js';

/** Languages (api-v2.md, Languages, countries, colors, categories; decisions.md, section 13). */
@Requires('languages.read')
@Controller('api/v2/languages')
export class LanguagesController {
  constructor(
    private readonly languages: LanguageQueries,
    private readonly adding: AddLanguage,
  ) {}

  @Get()
  @Endpoint('listLanguages', 'List the Languages of the Group', {
    description:
      'Returns those enabled for all Locations of the Group (`scope` is `all`). A Location may have chosen some of them: `GET ' +
      '/locations/:locationID/languages`.',
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

  @Beyond()
  @Post()
  @Requires('languages.add')
  @Replays((languages: LanguagesController, { caller, first }) => languages.one(caller, first.ID))
  @Endpoint('addLanguage', 'Enable a Language for the Group', {
    description:
      'Enables it for every Location that has not chosen its Languages. 409 `conflict` for a `code` that the Group has. Pages and ' +
      'messages for guests are written in English, German, French, Spanish, Dutch, Italian, Portuguese, Polish, Swedish, Japanese, ' +
      'Chinese and Arabic.',
    answers: LanguageRecord,
    status: 201,
  })
  @Problems('conflict', 'limit_reached')
  async add(@CurrentCaller() caller: Caller, @Body() { language, code, default: isDefault = false }: NewLanguageRequest) {
    const added = { language, code, default: isDefault, locationID: null };
    const row = await this.adding.execute(caller.group.id, added, caller);
    return created(`/api/v2/languages/${row.id}`, languageRecord(row));
  }
}
