import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { GroupLimits } from '#contexts/groups';
import { Database, tables } from '#platform/database';
import { LimitReached } from '#platform/kernel';
import type { RegionEntity, UserEntity } from '../read-model/user.entity.js';

const db = tables<typeof RegionEntity | typeof UserEntity>();

/** Whether a Group may have one more; to be asked while deciding, since every change of users and Regions repeats the others then. */
@Injectable()
export class GroupQuota {
  constructor(
    private readonly database: Database,
    private readonly limits: GroupLimits,
  ) {}

  /** @throws LimitReached */
  async assertFor(kind: 'users' | 'regions', groupID: number): Promise<void> {
    const most = this.limits[kind];
    if (most === 0) return;
    const rows = db.selectFrom(kind === 'users' ? 'users' : 'regions').where('group_id', '=', groupID);
    const count = rows.select(sql<number>`count(*)::int`.as('count'));
    const { count: held } = (await this.database.queryOne(count))!;
    if (held >= most) throw new LimitReached(kind === 'users' ? 'users' : 'Regions', most);
  }
}
