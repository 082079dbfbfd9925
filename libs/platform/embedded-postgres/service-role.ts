import { createHmac } from 'node:crypto';
import pg from 'pg';

/** The role of API, worker and command line: owner of the database and of all in it, and nothing beyond. */
const ROLE = 'lost_and_found';

/**
 * Everything in a database that its superuser made before the service had a role of its own. The superuser of initdb is no entry in
 * pg_shdepend, which is why REASSIGN OWNED refuses it; what belongs to an extension stays with it.
 */
const HANDED_OVER = `
  with made as (
    select 'schema' as kind, format('%I', nspname) as name, oid, 'pg_namespace'::regclass as catalog, nspowner as owner from pg_namespace
    union all
    select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      oid::regclass::text, oid, 'pg_class'::regclass, relowner from pg_class
      where relkind in ('r', 'p', 'v', 'm', 'S')
        -- The sequence of a column follows its table.
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
          and deptype in ('a', 'i') and relkind = 'S')
    union all
    select 'routine', oid::regprocedure::text, oid, 'pg_proc'::regclass, proowner from pg_proc
    union all
    select 'type', oid::regtype::text, oid, 'pg_type'::regclass, typowner from pg_type
      where typtype in ('e', 'd', 'r') or (typtype = 'c' and exists (select from pg_class where oid = typrelid and relkind = 'c'))
    union all
    select 'text search configuration', oid::regconfig::text, oid, 'pg_ts_config'::regclass, cfgowner from pg_ts_config
    union all
    select 'text search dictionary', oid::regdictionary::text, oid, 'pg_ts_dict'::regclass, dictowner from pg_ts_dict
    union all
    select 'statistics', format('%s.%I', stxnamespace::regnamespace, stxname), oid, 'pg_statistic_ext'::regclass, stxowner
      from pg_statistic_ext
  )
  select format('alter %s %s owner to ${ROLE}', kind, name) as statement from made
  where oid >= 16384 and owner = 'postgres'::regrole
    and not exists (select from pg_depend where classid = catalog and objid = made.oid and deptype = 'e')`;

/**
 * Gives the service's role its password, and the database with everything in it: of a folder that is from before there was the role
 * as well. The password follows from the superuser's, so that the address of a server that is started again stays as it was.
 * @returns the role's address of the database
 */
export async function serviceAddress(superuserUrl: string): Promise<string> {
  const password = createHmac('sha256', new URL(superuserUrl).password).update(ROLE).digest('base64url');
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ROLE]);
    await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${ROLE} login nosuperuser password '${password}'`);
    const { rows } = await client.query<{ statement: string }>(HANDED_OVER);
    for (const { statement } of rows) await client.query(statement);
    await client.query(`alter database ${client.database} owner to ${ROLE}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
  const url = new URL(superuserUrl);
  url.username = ROLE;
  url.password = password;
  return url.href;
}
