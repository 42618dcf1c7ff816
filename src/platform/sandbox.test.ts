import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SandboxLimits, runInSandbox } from './sandbox.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'academy-sandbox-'))
  await writeFile(
    path.join(folder, 'work.mjs'),
    `import { pbkdf2 } from 'node:crypto'
    export const echo = (input) => ({ input, pid: process.pid, secret: process.env.APP_SECRET })
    export const fail = () => { throw Object.assign(new RangeError('too odd'), { code: 'ERR_ODD' }) }
    export const spin = () => { for (;;); }
    export const spinThreads = () => Promise.all([1, 2].map(() => new Promise((done) => pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', done))))
    export const fill = () => { const kept = []; for (;;) kept.push(Buffer.alloc(2 ** 22, 1)) }
    export const fillHeap = () => { const kept = []; for (;;) kept.push({ kept: [kept.length] }) }
    export const large = () => 'a'.repeat(100_000)
    export const stuck = () => new Promise(() => {})
    export const crash = () => process.kill(process.pid, 'SIGSEGV')`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

const inChild = (name: string, limits?: Partial<SandboxLimits>) =>
  runInSandbox<(input: unknown) => unknown>(pathToFileURL(path.join(folder, 'work.mjs')), name, limits)
const pidOf = async (member = 'ann') => ((await inChild('echo')(null, member)) as { pid: number }).pid

test('runs a function in another process, which is reused and knows no secret', async () => {
  const input = { at: new Date(0), bytes: Buffer.from('abc'), more: [undefined, 'é'] }
  process.env['APP_SECRET'] ??= 'secret'
  expect(await inChild('echo')(input, 'ann')).toEqual({ input, pid: expect.any(Number), secret: undefined })
  const pid = await pidOf()
  expect(pid).not.toBe(process.pid)
  expect(await pidOf()).toBe(pid)
  await expect(inChild('fail')(null, 'ann')).rejects.toMatchObject({
    name: 'RangeError',
    message: 'too odd',
    code: 'ERR_ODD',
  })
  expect(await pidOf()).toBe(pid)
})

test.each([
  ['spin', { cpuMs: 100 }, 'time', /takes too long/],
  ['spinThreads', { cpuMs: 100 }, 'time', /takes too long/],
  ['stuck', { wallMs: 100 }, 'time', /takes too long/],
  ['fill', { memoryMb: 160 }, 'memory', /too much memory/],
  ['fillHeap', { memoryMb: 160 }, 'memory', /too much memory/],
  ['large', { resultBytes: 10_000 }, 'memory', /too much memory/],
  ['crash', {}, 'crash', /can’t be processed/],
] as const)('ends a job that would %s with a reason, and runs the next one', async (name, limits, reason, message) => {
  const [ended, next] = await Promise.allSettled([inChild(name, limits)(null, 'ann'), pidOf()])
  expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'invalid', reason } })
  expect(String((ended as PromiseRejectedResult).reason)).toMatch(message)
  expect(next.status).toBe('fulfilled')
})

test('runs one member’s heavy jobs one at a time without delaying others', async () => {
  const order: string[] = []
  const heavy = ['first', 'second', 'third'].map((name) =>
    inChild('spin', { cpuMs: 150 })(null, 'ann').catch(() => order.push(name)),
  )
  const others = ['ben', 'cleo', 'dan'].map(async (member) => {
    await pidOf(member)
    order.push(member)
  })
  await Promise.all([...heavy, ...others])
  expect(order.filter((name) => !['second', 'third'].includes(name)).toSorted()).toEqual([
    'ben',
    'cleo',
    'dan',
    'first',
  ])
  expect(order.slice(-2)).toEqual(['second', 'third'])
})

test('rejects a member who sends too many at once, but not another one', async () => {
  const many = Array.from({ length: 42 }, () => pidOf('ann'))
  const [another, ...sent] = await Promise.allSettled([pidOf('ben'), ...many])
  expect(another.status).toBe('fulfilled')
  const refused = sent.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'busy' } }])
})
