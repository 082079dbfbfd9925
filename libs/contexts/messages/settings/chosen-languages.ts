import { Injectable } from '@nestjs/common';
import type { PageLanguage } from '#contexts/texts';
import { Database, tables } from '#platform/database';
import type { ChosenLanguageEntity } from '../message.entities.js';

const db = tables<typeof ChosenLanguageEntity>();

/** Keeps the language that an owner has chosen on a page: later messages about the item are written in it. */
@Injectable()
export class ChosenLanguages {
  constructor(private readonly database: Database) {}

  async choose(groupID: number, itemID: number, code: PageLanguage): Promise<void> {
    const chosen = db.insertInto('chosen_languages').values({ group_id: groupID, item_id: itemID, code });
    await this.database.query(chosen.onConflict((conflict) => conflict.columns(['group_id', 'item_id']).doUpdateSet({ code })));
  }
}
