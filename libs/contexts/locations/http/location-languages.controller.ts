import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ChooseLanguages, LanguageQueries, LanguageRecord, LocationLanguagesRequest, languageRecord } from '#contexts/languages';
import { Beyond, CurrentCaller, Endpoint, LocationID, listing, Requires, WholeListQuery } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { LocationQueries } from '../read-model/location.queries.js';

/** The Languages of a Location (api-v2.md, Locations; decisions.md, section 13). */
@Controller('api/v2/locations/:locationID/languages')
export class LocationLanguagesController {
  constructor(
    private readonly locations: LocationQueries,
    private readonly languages: LanguageQueries,
    private readonly choosing: ChooseLanguages,
  ) {}

  @Get()
  @Requires('languages.read')
  @Endpoint('listLocationLanguages', 'List the Languages of a Location', {
    description:
      'Returns the Languages that the Location has chosen; until then its own (`scope` is `location`) and those of the Group (`all`). ' +
      '`default` is that of the Location.',
    answers: LanguageRecord,
    list: 'whole',
  })
  async list(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: WholeListQuery) {
    await this.locations.one(caller, locationID);
    return listing(query, await this.languages.ofLocation(caller, locationID, query), languageRecord);
  }

  @Beyond()
  @Put()
  @Requires('locations.edit')
  @Endpoint('chooseLocationLanguages', 'Choose the Languages of a Location', {
    description:
      'Replaces them all. Items that name another Language are refused from then on; those that are there keep theirs. The mails to the ' +
      'Location itself are written in its default Language.',
    answers: [LanguageRecord],
  })
  async choose(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Body() chosen: LocationLanguagesRequest) {
    await this.locations.one(caller, locationID);
    await this.choosing.execute(caller, locationID, chosen);
    const { records } = await this.languages.ofLocation(caller, locationID, { page: 1 });
    return records.map(languageRecord);
  }
}
