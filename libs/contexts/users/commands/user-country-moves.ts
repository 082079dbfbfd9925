import { Injectable } from '@nestjs/common';
import type { CountryMoves } from '#contexts/locations';
import { Database, type Statement, tables } from '#platform/database';
import { type Caller, DomainError } from '#platform/kernel';
import { moveLeavesUserWithoutLocation } from '../read-model/access.sql.js';
import { AccessFactsReader } from './access-facts.js';

/** Refuses to move a Location to another country when that would leave a user with no Location (decisions.md, section 6, User access). */
@Injectable()
export class UserCountryMoves implements CountryMoves {
  constructor(
    private readonly database: Database,
    private readonly facts: AccessFactsReader,
  ) {}

  moving<T>(caller: Caller, locationID: string, countryID: string, work: (beside: Statement[]) => Promise<T>): Promise<T> {
    return this.facts.deciding(caller, async ({ unchanged }) => {
      const losing = tables<never>().selectNoFrom(
        moveLeavesUserWithoutLocation(caller.group.id, locationID, countryID).as('any'),
      );
      if ((await this.database.queryOne(losing))!.any) {
        throw new DomainError('conflict', 'conflict', 'A user would be left with no Location.');
      }
      return work([unchanged]);
    });
  }
}
