import { Injectable } from '@nestjs/common';
import { Database, drawNumber, isUniqueViolation, tables } from '#platform/database';
import { Clock, checkedName, DomainError, ValidationFailed } from '#platform/kernel';
import type { LanguageEntity } from '../read-model/language.entity.js';
import type { LanguageRow } from '../read-model/language.queries.js';

const db = tables<typeof LanguageEntity>();

/** ISO 639-1, optionally with a region (decisions.md, section 3). */
const CODE = /^[a-z]{2}(-[A-Z]{2})?$/;

/** A Language to enable: for the whole Group, or for one Location. */
export interface NewLanguage {
  language: string;
  code: string;
  default: boolean;
  locationID: string | null;
}

/** Enables Languages; only the command line does (api-v2.md, Language). */
@Injectable()
export class AddLanguage {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed for an invalid code or name; DomainError `conflict` when the Language is already enabled there */
  async execute(groupID: number, language: NewLanguage): Promise<LanguageRow> {
    if (!CODE.test(language.code)) {
      throw new ValidationFailed([{ field: 'code', code: 'invalid_format', message: 'Must be like `de` or `pt-BR`.' }]);
    }
    const name = checkedName('language', language.language);
    const id = await drawNumber(this.database, groupID, 'language');
    const now = this.clock.now().toISOString();
    const clearDefault = db
      .updateTable('languages')
      .set({ is_default: false, updated_at: now })
      .where('group_id', '=', groupID)
      .where('location_id', 'is not distinct from', language.locationID)
      .where('is_default', '=', true);
    const insert = db
      .insertInto('languages')
      .values({
        group_id: groupID,
        id,
        language: name,
        code: language.code,
        location_id: language.locationID,
        is_default: language.default,
        created_at: now,
        updated_at: null,
      })
      .returningAll();
    try {
      const results = await this.database.batch(language.default ? [clearDefault, insert] : [insert]);
      return results.at(-1)![0] as LanguageRow;
    } catch (error) {
      if (!isUniqueViolation(error, 'languages_code')) throw error;
      throw new DomainError('conflict', 'conflict', `The Language ${language.code} is already enabled there.`);
    }
  }
}
