import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import {
  anyOf,
  Database,
  type Placed,
  type Reach,
  type Row,
  SHARED,
  type Statement,
  tables,
  template,
  wholeList,
} from '#platform/database';
import { type Caller, NotFound, type Page, type WholeListRequest } from '#platform/kernel';
import type { LanguageEntity, LocationLanguagesEntity } from './language.entity.js';

const db = tables<typeof LanguageEntity | typeof LocationLanguagesEntity>();

export type LanguageRow = Row<typeof LanguageEntity>;

/** How an item names its Language; the ID takes precedence over the code, and neither means the default. */
export interface LanguageChoice {
  languageID?: number | null;
  languageCode?: string | null;
}

/** Reads Languages. */
@Injectable()
export class LanguageQueries {
  constructor(private readonly database: Database) {}

  /** The Languages of the whole Group (scope `all`). */
  ofGroup(caller: Caller, request: WholeListRequest): Promise<Page<LanguageRow>> {
    return wholeList(this.database, caller.group.id, select(caller).where('location_id', 'is', null).orderBy('id'), request);
  }

  /** The Languages of a Location, with its own default. The caller's access must have been checked. */
  ofLocation(caller: Caller, locationID: string, request: WholeListRequest): Promise<Page<LanguageRow>> {
    return wholeList(this.database, caller.group.id, enabled(caller, locationID).orderBy('languages.id'), request);
  }

  /** @throws NotFound when it does not exist or belongs to a Location the caller has no access to */
  async one(caller: Caller, languageID: number): Promise<LanguageRow> {
    const { scope } = caller;
    const known = select(caller).where('id', '=', languageID);
    const isSeen = sql<boolean>`(location_id is null or location_id = ${anyOf(scope.all ? [] : scope.locationIDs)})`;
    const row = await this.database.queryOne(scope.all ? known : known.where(isSeen));
    if (!row) throw new NotFound('The Language');
    return row;
  }

  /** The statement that reads the codes of a Location's Languages, its default first. */
  codes({ group }: Caller, locationID: string): Statement<{ code: string }> {
    return inOrder({ groupID: group.id, locationID });
  }

  /**
   * The statement that finds the Language of an item: the given ID, else the given code, else the Location's default, else
   * the Group's (api-v2.md, Item). It returns no row when the choice is not enabled for the Location.
   */
  resolving({ group }: Caller, locationID: string, { languageID, languageCode }: LanguageChoice): Statement<LanguageRow> {
    const among = { groupID: group.id, locationID };
    if (languageID != null) return byID({ ...among, languageID });
    return languageCode != null ? byCode({ ...among, code: languageCode.toLowerCase() }) : byDefault(among);
  }
}

interface Among {
  groupID: number;
  locationID: string;
}

const byID = template<Among & { languageID: number }, LanguageRow>(
  (slots) => candidates(slots).where('languages.id', '=', slots.languageID),
  SHARED,
);
const byCode = template<Among & { code: string }, LanguageRow>((slots) =>
  candidates(slots).orderBy(sql`languages.location_id is null`).where(sql`lower(code)`, '=', slots.code),
);
const byDefault = template<Among, LanguageRow>((slots) => candidates(slots).where(isDefault(slots.locationID)), SHARED);
const inOrder = template<Among, { code: string }>(({ groupID, locationID }) =>
  enabled({ group: { id: groupID } }, locationID)
    .clearSelect()
    .select('languages.code')
    .orderBy(isDefault(locationID), 'desc')
    .orderBy('languages.id'),
);

function candidates({ groupID, locationID }: { [Name in keyof Among]: RawBuilder<Among[Name]> }) {
  return enabled({ group: { id: groupID } }, locationID).limit(1);
}

function select(caller: Pick<Reach, 'group'>) {
  return db.selectFrom('languages').selectAll().where('group_id', '=', caller.group.id);
}

/** The Languages that the Location has chosen, else the Group's and its own. */
function enabled(caller: Pick<Reach, 'group'>, locationID: Placed<string>) {
  return db
    .selectFrom('languages')
    .leftJoin('location_languages as chosen', (join) =>
      join.onRef('chosen.group_id', '=', 'languages.group_id').on('chosen.location_id', '=', locationID),
    )
    .select(['languages.group_id', 'languages.id', 'languages.language', 'languages.code', 'languages.location_id'])
    .select(['languages.created_at', 'languages.updated_at', isDefault(locationID).as('is_default')])
    .where('languages.group_id', '=', caller.group.id)
    .where((where) => where.or([where('languages.location_id', 'is', null), where('languages.location_id', '=', locationID)]))
    .where(sql<boolean>`(chosen.group_id is null or languages.id = any(chosen.language_ids))`);
}

/** Whether a Language of the Location is its default: the one it has chosen, else its own, else the Group's. */
function isDefault(locationID: Placed<string>): RawBuilder<boolean> {
  return sql<boolean>`case when chosen.group_id is not null then languages.id = chosen.default_id
    else languages.is_default and (languages.location_id is not null or not exists (
      select from languages own
      where own.group_id = languages.group_id and own.location_id = ${locationID}::text and own.is_default)) end`;
}
