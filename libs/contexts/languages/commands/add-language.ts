import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit, BY_COMMAND_LINE, type Doer } from '#platform/audit';
import { Database, drawNumber, isUniqueViolation, tables } from '#platform/database';
import { Clock, checkedName, DomainError, LimitReached, ValidationFailed } from '#platform/kernel';
import type { LanguageEntity, LocationLanguagesEntity } from '../read-model/language.entity.js';
import type { LanguageRow } from '../read-model/language.queries.js';

const db = tables<typeof LanguageEntity | typeof LocationLanguagesEntity>();

/** The most Languages of a Group that are not of one Location: ISO 639-1 has 183. */
const MOST = 500;

/** ISO 639-1, optionally with a region (decisions.md, section 3). */
export const isLanguageCode = (code: string) => /^[a-z]{2}(-[A-Z]{2})?$/.test(code);

/** A Language to enable: for the whole Group, or for one Location. */
export interface NewLanguage {
  language: string;
  code: string;
  default: boolean;
  locationID: string | null;
}

/** Enables Languages of a Group; those of one Location only the command line does (api-v2.md, Language). */
@Injectable()
export class AddLanguage {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws ValidationFailed for an invalid code or name; DomainError `conflict` when the Language is already enabled there,
   * `limit_reached` for a Group that has too many
   */
  async execute(groupID: number, language: NewLanguage, by: Doer = BY_COMMAND_LINE): Promise<LanguageRow> {
    if (!isLanguageCode(language.code)) {
      throw new ValidationFailed([{ field: 'code', code: 'invalid_format', message: 'Must be like `de` or `pt-BR`.' }]);
    }
    const name = checkedName('language', language.language);
    if (language.locationID === null) await this.assertBelowLimit(groupID);
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
      const chosen = language.locationID === null ? [] : [this.choosingToo(groupID, language.locationID, id, language.default)];
      const code = sql<string>`select code from group_directory where id = ${groupID}::int`;
      const ofGroup = { kind: 'group', ID: code } as const;
      const results = await this.audit.commit([...chosen, ...(language.default ? [clearDefault] : []), insert], {
        ...{ groupID, action: 'settings.changed', by },
        target: language.locationID === null ? ofGroup : { kind: 'location', ID: language.locationID },
        details: { settings: 'languages', added: language.code, default: language.default },
      });
      return results.at(-1)![0] as LanguageRow;
    } catch (error) {
      if (!isUniqueViolation(error, 'languages_code')) throw error;
      throw new DomainError('conflict', 'conflict', `The Language ${language.code} is already enabled there.`);
    }
  }

  /** A Location that has chosen its Languages has chosen this one as well. */
  private choosingToo(groupID: number, locationID: string, id: number, isDefault: boolean) {
    return db
      .updateTable('location_languages')
      .set({ language_ids: sql`language_ids || ${id}::int`, ...(isDefault && { default_id: id }) })
      .where('group_id', '=', groupID)
      .where('location_id', '=', locationID);
  }

  private async assertBelowLimit(groupID: number): Promise<void> {
    const ofGroup = db.selectFrom('languages').where('group_id', '=', groupID).where('location_id', 'is', null);
    const row = await this.database.queryOne(ofGroup.select(sql<number>`count(*)::int`.as('count')));
    if (row!.count >= MOST) throw new LimitReached('Languages', MOST);
  }
}
