import { type RawBuilder, sql } from 'kysely';
import { ENDED_SESSIONS } from '#contexts/credentials';
import type { Target, Told } from '#platform/audit';
import { numberAt } from '#platform/cursors';
import { type Statement, statement, takeTurn } from '#platform/database';
import type { AuditRow } from '../audit.entity.js';

/**
 * The statements that add an entry to the list of its Group. The entries of a Group take turns until they are committed, so that the order
 * of their numbers is that of the commits, and no reader misses one. They stand last in a transaction: then nobody waits for long.
 */
export function entryStatements(told: Told, outcome: AuditRow['outcome'], at: Date): [Statement, Statement<AuditRow>] {
  const { groupID, action, by, target = null, details = {}, when, endsSessions = false } = told;
  const { actor, address = null } = by;
  const userID = actor.type === 'user' ? actor.userID : null;
  const tokenID = actor.type === 'integration' ? actor.tokenID : null;
  const shown = JSON.stringify(details);
  return [
    takeTurn({ name: `${groupID}/audit` }),
    statement(sql`
      insert into audit_entries (group_id, number, action, outcome, user_id, username, token_id, token_name, command_line, address,
        target_kind, target_id, details)
      select ${groupID}::int,
        greatest(${numberAt(at)}::bigint,
          1 + coalesce((select number from audit_entries where group_id = ${groupID}::int order by number desc limit 1), 0)),
        ${action}::text, ${outcome}::text, ${userID}::int,
        case when ${userID}::int is not null then
          coalesce((select username from user_directory where group_id = ${groupID}::int and id = ${userID}::int), '') end,
        ${tokenID}::uuid, (select name from token_names where group_id = ${groupID}::int and id = ${tokenID}::uuid),
        ${actor.type === 'system'}::boolean, ${address}::text, ${target?.kind ?? null}::text, ${idOf(target)},
        ${endsSessions ? sql`(${shown}::jsonb || jsonb_build_object('sessions', ${ENDED_SESSIONS}))::json` : sql`${shown}::json`}
      where ${when ?? sql`true`}
      returning *`),
  ];
}

function idOf(target: Target | null): RawBuilder<string | null> {
  if (target === null) return sql`null::text`;
  return typeof target.ID === 'object' ? sql`(${target.ID})::text` : sql`${String(target.ID)}::text`;
}
