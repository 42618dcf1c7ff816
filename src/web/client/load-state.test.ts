import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { ApiError, NoAnswerError } from './api.ts'
import { isNotFoundError, memberLoader, toPending, toPendingOrMissing } from './load-state.ts'

const REFUSED = new ApiError(404, 'Not Found', { code: 'not_found', message: 'There is no such course.' })
const DISPUTED = new ApiError(403, 'Forbidden', { is_disputed: true })
const SILENCE = new NoAnswerError('Network Error')

const stored = new Map<string, string>()
let isOnline = true
let logged: MockInstance

beforeEach(() => {
  stored.clear()
  stored.set('token', 'abc')
  isOnline = true
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  logged.mockRestore()
})

const args = { serverLoader: () => Promise.resolve(toPending('of everybody')) }
const failing = (error: unknown) => () => Promise.reject(error)

/** A request that fails with 401, so the token is dropped. */
const ended = (): Promise<string> => {
  const hadToken = stored.delete('token')
  return hadToken ? Promise.reject(new ApiError(401, 'Unauthorized', {})) : Promise.resolve('without a token')
}

test("a page for members: calls nothing without a token, and shows the member's own data", async () => {
  const load = vi.fn(() => Promise.resolve('own'))
  expect(await memberLoader(load)(args)).toEqual({ state: 'there', view: 'own', seenAs: 'member' })
  stored.clear()
  expect(await memberLoader(load)(args)).toEqual({ state: 'visitor' })
  expect(load).toHaveBeenCalledTimes(1)
  expect(logged).toHaveBeenCalledWith('No token found')
})

test('a page whose data cannot be reloaded stays as it was, unless another page is opened or the server refuses', async () => {
  let answer: () => Promise<string> = () => Promise.resolve('own')
  const load = memberLoader(() => answer())
  const at = (url: string) => load({ ...args, request: { url } })
  expect(await at('/Account')).toEqual({ state: 'there', view: 'own', seenAs: 'member' })
  answer = failing(SILENCE)
  expect(await at('/Account')).toEqual({ state: 'there', view: 'own', seenAs: 'member' })
  expect(await at('/Account?page=2')).toEqual({ state: 'failed' })
  answer = failing(REFUSED)
  expect(await at('/Account')).toEqual({ state: 'failed' })
  answer = failing(SILENCE)
  stored.set('token', 'of somebody else')
  expect(await at('/Account')).toEqual({ state: 'failed' })
})

test("logs a failure and reports the first reason that the page handles; all others are 'failed'", async () => {
  const states = async (error: unknown) => [
    (await memberLoader(failing(error))(args)).state,
    (await memberLoader(failing(error), { reasons: ['missing'] })(args)).state,
    (await memberLoader(failing(error), { reasons: ['disputed', 'offline'] })(args)).state,
  ]
  expect(await states(REFUSED)).toEqual(['failed', 'missing', 'failed'])
  expect(await states(DISPUTED)).toEqual(['failed', 'failed', 'disputed'])
  expect(await states(SILENCE)).toEqual(['failed', 'failed', 'failed'])
  isOnline = false
  expect(await states(SILENCE)).toEqual(['failed', 'failed', 'offline'])
  expect(await states(DISPUTED)).toEqual(['failed', 'failed', 'disputed'])
  expect(logged).toHaveBeenCalledTimes(15)
  // A captive portal's login page in place of the academy's JSON.
  expect(await memberLoader(() => Promise.resolve(undefined))(args)).toEqual({ state: 'failed' })
})

test('an expired session: closes a page for members, calls again on a page for everyone, and shows a page with server data anyway', async () => {
  expect(await memberLoader(ended)(args)).toEqual({ state: 'visitor' })
  stored.set('token', 'abc')
  expect(await memberLoader(ended, { isForEverybody: true })(args)).toEqual({
    state: 'there',
    view: 'without a token',
    seenAs: 'stranger',
  })
  stored.set('token', 'abc')
  expect(await memberLoader(ended, { isShownAnyway: true })(args)).toEqual({
    state: 'there',
    view: 'of everybody',
    seenAs: 'stranger',
  })
})

test('a page for everyone: visitors make the same call, and it may fail for them', async () => {
  stored.clear()
  const options = { isForEverybody: true, reasons: ['missing'] } as const
  expect(await memberLoader(ended, options)(args)).toMatchObject({ state: 'there', seenAs: 'stranger' })
  expect(await memberLoader(failing(REFUSED), options)(args)).toEqual({ state: 'missing' })
  expect(await memberLoader(failing(SILENCE), options)(args)).toEqual({ state: 'failed' })
})

test("a page with server data: a member's failed view is unknown; the router reports a missing page", async () => {
  const options = { isShownAnyway: true } as const
  const own = memberLoader(() => Promise.resolve('own'), options)
  const broken = memberLoader<typeof args, string>(failing(SILENCE), options)
  expect(await own(args)).toEqual({ state: 'there', view: 'own', seenAs: 'member' })
  expect(await broken(args)).toEqual({ state: 'there', view: 'of everybody', seenAs: 'unknown' })
  await expect(broken({ serverLoader: failing(REFUSED) })).rejects.toBe(REFUSED)
  stored.clear()
  expect(await own(args)).toEqual({ state: 'there', view: 'of everybody', seenAs: 'stranger' })
})

test('all of them run on the first page of a visit, too', () => {
  expect(memberLoader(() => Promise.resolve('own')).hydrate).toBe(true)
})

test('the server reports public data or 404; any other failure makes the page fail', async () => {
  expect(await toPendingOrMissing(Promise.resolve('known'))).toEqual({ state: 'waiting', view: 'known' })
  const missing = await toPendingOrMissing(Promise.reject(REFUSED))
  expect(missing).toMatchObject({ data: { state: 'missing' } })
  expect(isNotFoundError(missing)).toBe(true)
  await expect(toPendingOrMissing(Promise.reject(SILENCE))).rejects.toBe(SILENCE)
})
