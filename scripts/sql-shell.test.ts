import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../test/harness/database.ts'
import { isCompleteStatement, runShell } from './sql-shell.ts'

test.each([
  'select 1;',
  `select ';
';`,
  `select 'it''s';  -- done
`,
  'create function f() returns int as $body$ begin return 1; end $body$ language plpgsql;',
  'select 1; select "a;b" from t; /* ; */',
])('a statement ends with its semicolon: %s', (text) => expect(isCompleteStatement(text)).toBe(true))

test.each([
  '',
  'select 1',
  `select 'a;`,
  'select "a;',
  'do $$ begin perform 1;',
  'select 1 /* not yet;',
  'select 1 -- not yet;',
])('a semicolon inside a token does not end it: %s', (text) => expect(isCompleteStatement(text)).toBe(false))

test("the shell prints results in PostgreSQL's format, and errors of statements", async () => {
  const [printed, said] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockReturnValue())
  onTestFinished(() => void vi.restoreAllMocks())
  const url = await testDatabase()

  expect(
    await runShell(url, ['-c', `select 1 as number, null as none, '{"a": 1}'::jsonb as data; select true as "is"`]),
  ).toBe(0)
  expect(printed?.mock.calls).toEqual([
    ['number | none | data\n-------+------+---------\n1      |      | {"a": 1}\n(1 row)'],
    ['is\n--\nt\n(1 row)'],
  ])
  expect(await runShell(url, ['-c', 'selec 1'])).toBe(1)
  expect(said?.mock.calls).toEqual([['ERROR: syntax error at or near "selec"']])
  expect(await runShell(url, ['--list'])).toBe(1)
})
