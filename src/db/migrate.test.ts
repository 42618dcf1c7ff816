import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate, emptyDatabase } from '../../test/harness/database.ts'
import { knownMigrations, migrateDatabase, migrationsToRun } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { UnusableDatabase } from './unusable-database.ts'
import { isEveryChange } from '../../test/harness/long-test.ts'

async function sayTo(connectionString: string): Promise<(statement: string) => Promise<unknown[]>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return async (statement) => (await client.query(statement)).rows
}

/** Creates an empty database and connects as its owner, who is not a superuser. */
async function emptyOfOwner(): Promise<string> {
  const connectionString = await emptyDatabase()
  const say = await sayTo(connectionString)
  const [role] = (await say('select rolsuper, rolname from pg_roles where rolname = current_user')) as [
    { rolsuper: boolean; rolname: string },
  ]
  if (!role.rolsuper) return connectionString
  await say('create role owner_of_one login')
  await say(`do $$ begin execute format('alter database %I owner to owner_of_one', current_database()); end $$`)
  return connectionString.replace(`//${role.rolname}@`, '//owner_of_one@')
}

/** Creates the migrations of a later version, which has one more. */
async function tomorrow(lines: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] }
  const entry = { idx: journal.entries.length, version: '7', when: 9e12, tag: '9999_tomorrow', breakpoints: true }
  await writeFile(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
  await writeFile(path.join(folder, '9999_tomorrow.sql'), lines.join('\n--> statement-breakpoint\n'))
  return folder
}

async function broughtFurther(statements: string[], mark = '-- overlap: yes') {
  const connectionString = await copyTemplate()
  const [first = 'select 1', ...others] = statements
  await migrateDatabase(connectionString, { folder: await tomorrow([`${mark}\n${first}`, ...others]) })
  return { connectionString, say: await sayTo(connectionString) }
}

const refusal = (connectionString: string, isOverlapping = false) =>
  migrateDatabase(connectionString, { isOverlapping }).then(
    () => 'none',
    (error: unknown) => (error instanceof UnusableDatabase ? error.message : error),
  )

const APPLIED = 'select hash from drizzle.__drizzle_migrations order by id'

test('many concurrent starts migrate an empty database and an older one exactly once', async () => {
  const empty = await emptyDatabase()
  await migrateDatabase(empty, { count: 3 })
  await Promise.all(Array.from({ length: 8 }, () => migrateDatabase(empty)))
  const say = await sayTo(empty)
  expect(await say(APPLIED)).toEqual(knownMigrations().map((hash) => ({ hash })))
})

test('if the search extension can’t be created, names who may create it and changes nothing; then it starts', async () => {
  const empty = await emptyOfOwner()
  const say = await sayTo(empty)
  const mayCreate = (what: string) =>
    say(`do $$ begin execute format('${what}', current_database(), current_user); end $$`)
  await mayCreate('revoke create on database %I from %I')
  const [{ name }] = (await say('select quote_ident(current_database()) as name')) as [{ name: string }]
  expect(await refusal(empty)).toMatch(
    new RegExp(`pg_trgm[^]+alter database ${name} owner to [^]+create extension pg_trgm`),
  )
  expect(await say(`select nspname from pg_namespace where nspname = 'drizzle'`)).toEqual([])
  await mayCreate('grant create on database %I to %I')
  await migrateDatabase(empty)
  expect(await say(APPLIED)).toHaveLength(knownMigrations().length)
})

test('the extension may be in its own schema and created by someone else', async () => {
  const empty = await emptyDatabase()
  const say = await sayTo(empty)
  await say('create schema extensions')
  await say('create extension pg_trgm schema extensions')
  // Each call uses its own session, as in an upgrade.
  for (const count of [50, 56, undefined]) await migrateDatabase(empty, count === undefined ? {} : { count })
  expect(await say(APPLIED)).toHaveLength(knownMigrations().length)
})

test.skipIf(isEveryChange)('existing data does not block later migrations', async () => {
  const stored = await emptyDatabase()
  await migrateDatabase(stored, { count: 24 })
  const say = await sayTo(stored)
  await say(`with made as (insert into products (slug, kind, title, short_description, full_description, price_cents)
      values ('charts', 'course', 'Charts', '', '', 100) returning id),
    course as (insert into courses (product_id, examination_title) select id, '' from made returning product_id),
    lecture as (insert into lectures (course_id, slug, position, name, description) select product_id, 'one', 1, '', '' from course)
    insert into questions (course_id, position, question, options, answer_index, rationale)
      select product_id, 1, '', '["a", "b"]', 0, '' from course`)
  const { db, close } = openDatabase(stored, () => {})
  const { applied, missing } = await migrationsToRun(db)
  expect([applied, missing.slice(0, 2)]).toEqual([
    24,
    [
      { name: '0024_alerts', mayOverlap: true },
      { name: '0025_stable_ids', mayOverlap: true },
    ],
  ])
  await migrateDatabase(stored)
  expect(await migrationsToRun(db)).toEqual({ applied: knownMigrations().length, missing: [] })
  await close()
  expect(await say(APPLIED)).toHaveLength(knownMigrations().length)
  expect(await say('select slug, key from lectures')).toEqual([{ slug: 'one', key: 'one' }])
})

test('rejects a database of a newer version with instructions, unless both may serve side by side', async () => {
  const { connectionString, say } = await broughtFurther([
    'alter table members add column nickname text',
    `alter table members add column color text not null default 'blue'`,
    'alter table members add column number bigint generated always as identity',
    'create table of_a_newer_version (id int primary key, place text not null)',
  ])
  const before = await say(APPLIED)
  expect(await refusal(connectionString)).toMatch(
    /^A newer version .* Start that version.*restore an earlier\s+backup.*--overlap only to run .*$/s,
  )
  expect(await refusal(connectionString, true)).toBe('none')
  expect(await say(APPLIED)).toEqual(before)
})

test.each([
  ['alter table members add column nickname text not null', 'members.nickname is new and required'],
  [
    'alter table products rename column title to heading',
    'products.title is gone; products.heading is new and required',
  ],
  ['alter table products alter column title drop not null', 'products.title can now be null'],
  ['alter table products alter column price_cents type bigint', 'products.price_cents is no longer integer but bigint'],
  ['alter table sessions rename to visits', 'the table sessions is gone'],
])('an incompatible change by a newer version prevents serving next to it: %s', async (statement, obstacle) => {
  const { connectionString } = await broughtFurther([statement])
  expect(await refusal(connectionString, true)).toContain(`can't run at the same time: ${obstacle}`)
})

test('a migration marked as incompatible with older versions keeps them out, even if nothing is missing; so does one without a mark', async () => {
  const { connectionString, say } = await broughtFurther([], '-- overlap: no')
  expect(await refusal(connectionString, true)).toContain(
    `can't run at the same time: its migration 9999_tomorrow says that older versions must stop.`,
  )
  await say('drop table drizzle.overlap_marks')
  expect(await refusal(connectionString, true)).toContain('does not say whether an older version can keep running.')
})

test('a migration without a mark is not run', async () => {
  const empty = await emptyDatabase()
  await expect(migrateDatabase(empty, { folder: await tomorrow(['select 1']) })).rejects.toThrow(
    `9999_tomorrow.sql must begin with the line '-- overlap: yes'`,
  )
})

test.each([false, true])(
  'rejects an unknown migration history without changing anything (next to a newer version: %s)',
  async (isOverlapping) => {
    const connectionString = await emptyDatabase()
    await migrateDatabase(connectionString, { count: 5 })
    const say = await sayTo(connectionString)
    await say(`update drizzle.__drizzle_migrations set hash = 'of a branch' where id = 3`)
    const before = await say(APPLIED)
    expect(await refusal(connectionString, isOverlapping)).toMatch(
      /its migration 3 differs from this version's, 0002_\w+[.].*Start the version that created the\s+database, or use an empty/s,
    )
    expect(await say(APPLIED)).toEqual(before)
  },
)
