import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '#platform/audit';
import { Database, tables } from '#platform/database';
import { type Caller, UnknownReferences, ValidationFailed } from '#platform/kernel';
import type { LanguageEntity, LocationLanguagesEntity } from '../read-model/language.entity.js';

const db = tables<typeof LanguageEntity | typeof LocationLanguagesEntity>();

/** The Languages that a Location uses. */
export interface ChosenLanguages {
  languageIDs: readonly number[];
  defaultLanguageID: number;
}

/** Chooses which of the Group's Languages a Location uses (decisions.md, section 13). */
@Injectable()
export class ChooseLanguages {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * The caller's access to the Location must have been checked.
   * @throws UnknownReferences for a Language that is not the Group's, or of another Location; ValidationFailed for a default outside them
   */
  async execute(caller: Caller, locationID: string, { languageIDs, defaultLanguageID }: ChosenLanguages): Promise<void> {
    const { id: groupID } = caller.group;
    const asked = [...languageIDs, defaultLanguageID];
    const rows = await this.database.query(
      db
        .selectFrom('languages')
        .select('id')
        .where('group_id', '=', groupID)
        .where(sql<boolean>`id = any(${asked}::int[])`)
        .where((where) => where.or([where('location_id', 'is', null), where('location_id', '=', locationID)])),
    );
    const known = new Set(rows.map(({ id }) => id));
    const fields = [...languageIDs.map((_, index) => `languageIDs.${index}`), 'defaultLanguageID'];
    const unknown = fields.filter((_, index) => !known.has(asked[index]!));
    if (unknown.length > 0) throw new UnknownReferences(unknown);
    if (!languageIDs.includes(defaultLanguageID)) {
      throw new ValidationFailed([{ field: 'defaultLanguageID', code: 'not_allowed', message: 'Must be one of `languageIDs`.' }]);
    }
    const chosen = { language_ids: [...languageIDs], default_id: defaultLanguageID };
    const isOther = sql<boolean>`(location_languages.language_ids, location_languages.default_id) is distinct from
      (excluded.language_ids, excluded.default_id)`;
    const choosing = db
      .insertInto('location_languages')
      .values({ group_id: groupID, location_id: locationID, ...chosen })
      .onConflict((conflict) => conflict.columns(['group_id', 'location_id']).doUpdateSet(chosen).where(isOther))
      .returning('location_id');
    await this.database.inTransaction(async () => {
      if ((await this.database.queryOne(choosing)) === null) return;
      await this.audit.tell({
        ...{ groupID, action: 'settings.changed', by: caller, target: { kind: 'location', ID: locationID } },
        details: { settings: 'languages', languageIDs, defaultLanguageID },
      });
    });
  }
}
