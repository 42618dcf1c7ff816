import type pg from 'pg'
import { OperatorError } from '#shared/operator-error.ts'
import { LOCKS } from './locks.ts'

/**
 * The academy's role in its embedded database. It has full rights inside the database, but none on the machine around
 * it.
 */
export const ROLE = 'academy'

// Don't wait forever for the locks, because an earlier version of the academy may be using the tables.
const LOCK_TIMEOUT = '30s'

/**
 * Creates the role and makes it the owner of everything in the database. Earlier versions did everything as the
 * superuser and may do so again, so each start transfers the superuser's objects. If it fails or crashes, nothing has
 * changed.
 */
export async function transferOwnership(superuser: pg.Client): Promise<void> {
  await superuser.query('begin')
  // The role may create functions in `public`. If one of them matched a call better than PostgreSQL's own function, the
  // superuser would run it.
  await superuser.query('set local search_path = pg_catalog, pg_temp')
  await superuser.query('select pg_advisory_xact_lock($1::bigint)', [LOCKS.migrating])
  await superuser.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [ROLE])
  if (rowCount === 0) await superuser.query(`create role ${ROLE} login; grant create on database postgres to ${ROLE}`)
  const { rows } = await superuser.query<{ statement: string }>(TRANSFER_OWNERSHIP_SQL)
  for (const { statement } of rows) await superuser.query(`${statement} owner to ${ROLE}`).catch(throwLockError)
  await superuser.query('commit')
}

function throwLockError(error: Error & { code?: string }): never {
  if (error.code !== '55P03') throw error
  throw new OperatorError('Another program is locking tables in the embedded database. Stop it first.')
}

/**
 * Returns the `alter` statements for everything that the role doesn't own. REASSIGN OWNED would fail because
 * PostgreSQL's own objects can't change owners. Skips the parts of an extension, and the sequences of columns, because
 * a sequence belongs to the owner of its table.
 */
const TRANSFER_OWNERSHIP_SQL = `
  with role as (select oid from pg_roles where rolname = '${ROLE}'),
    space as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    part as (select classid, objid from pg_depend where deptype = 'e')
  select statement from (
    select format('alter schema %I', nspname), 'pg_namespace'::regclass, space.oid, nspowner from space
    union all
    select format('alter %s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.oid::regclass),
      'pg_class'::regclass, c.oid, relowner
      from pg_class c join space on space.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select format('alter type %s', t.oid::regtype), 'pg_type'::regclass, t.oid, typowner
      from pg_type t join space on space.oid = typnamespace left join pg_class c on c.oid = typrelid
      where typtype in ('e', 'd', 'r') or c.relkind = 'c'
    union all
    select format('alter routine %s', p.oid::regprocedure), 'pg_proc'::regclass, p.oid, proowner
      from pg_proc p join space on space.oid = pronamespace
    union all
    select format('alter text search configuration %I.%I', nspname, cfgname), 'pg_ts_config'::regclass, c.oid, cfgowner
      from pg_ts_config c join space on space.oid = cfgnamespace
    union all
    select format('alter text search dictionary %I.%I', nspname, dictname), 'pg_ts_dict'::regclass, d.oid, dictowner
      from pg_ts_dict d join space on space.oid = dictnamespace
  ) object (statement, class, id, owner)
  where owner <> (select oid from role) and not exists (select from part where classid = class and objid = id)`
