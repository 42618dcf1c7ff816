import pg from 'pg'
import { UnusableDatabase } from './unusable-database.ts'

/**
 * Creates the extension pg_trgm and loads its library. Our functions set one of its parameters, which a role that is
 * not a superuser may do only after the library is loaded. Throws UnusableDatabase, without changes, if the extension
 * is unavailable.
 */
export async function loadTrigrams(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_superuser: boolean; user: string; database: string }>(
    `select rolsuper as is_superuser, quote_ident(rolname) as user, quote_ident(current_database()) as database
      from pg_roles where rolname = current_user`,
  )
  const { is_superuser: isSuperuser = false, user = '', database = '' } = rows[0] ?? {}
  try {
    await client.query('create extension if not exists pg_trgm')
    const { rows: made } = await client.query<{ schema: string }>(
      `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'`,
    )
    await client.query(`select ${made[0]?.schema}.word_similarity('', '')`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if (isSuperuser) return
    if (error.code === '42501')
      throw new UnusableDatabase(
        `Search needs the PostgreSQL extension pg_trgm. The user ${user} can't create or use it in the database ${database}. Make that user the owner: alter database ${database} owner to ${user}
Or run this as a superuser in that database: create extension pg_trgm; create extension unaccent`,
      )
    if (error.code !== undefined && NOT_INSTALLED_CODES.has(error.code))
      throw new UnusableDatabase(
        `Search needs the PostgreSQL extension pg_trgm. It is not installed on the database server.
Install it on that server (on some systems, the package postgresql-contrib), and start the academy again.`,
      )
    throw error
  }
}

/**
 * The code depends on PostgreSQL's version. It means that the extension is not available, or that its file can't be
 * opened.
 */
const NOT_INSTALLED_CODES: ReadonlySet<string> = new Set(['0A000', '58P01'])
