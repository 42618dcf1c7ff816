import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { selectMemberRows } from './data-export.service.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/privacy.md'), 'utf8')
// The page's first table: each row names a database table.
const NAMED = [...(PAGE.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z_]+)`/gm)].map(([, name = '']) => name)

/** All tables, and those with a member ID in any column. */
async function tables() {
  const { pool } = await testAcademy()
  const { rows: all } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const { rows: ofMembers } = await pool.query<{ name: string }>(`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'members'::regclass
    union select table_name from information_schema.columns
      where table_schema = 'public' and column_name in ('member_id', 'actor_member_id')
    order by 1`)
  return { all: all.map(({ name }) => name), ofMembers: ofMembers.map(({ name }) => name) }
}

test('documents every table with a member id and no missing table', async () => {
  const { all, ofMembers } = await tables()
  expect(ofMembers.filter((name) => !NAMED.includes(name))).toEqual([])
  expect(NAMED.filter((name) => !all.includes(name))).toEqual([])
  expect(ofMembers.length).toBeGreaterThan(15)
})

test('exports a list for every table with a member id', async () => {
  const { ofMembers } = await tables()
  const lists = selectMemberRows('0b7f9c1e-2a44-4f6d-9a53-3c1d2e4f5a6b').map(({ name }) => name)
  // Exports need no lists for these tables: personal values are exported with their events, pending email changes and
  // session links with `account_tokens`, and erased members get no export.
  const elsewhere = ['audit_personal_values', 'email_changes', 'erasures', 'session_links']
  expect(ofMembers.filter((name) => !lists.includes(name))).toEqual(elsewhere)
})

test('rejects rows of an erased member in every table with a member id', async () => {
  const { ofMembers } = await tables()
  const { pool } = await testAcademy()
  const { rows } = await pool.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgfoid::regproc::text in ('refuse_for_erased', 'leave_out_for_erased')`,
  )
  const guarded = rows.map(({ name }) => name)
  // Events store only IDs.
  expect(ofMembers.filter((name) => !guarded.includes(name))).toEqual(['audit_events', 'erasures'])
})
