import { expect, test, vi } from 'vitest'
import type { listCourses } from '#features/catalog/courses/courses.contract.ts'
import { call } from '#web/client/api.ts'
import { setReauthenticatePrompt } from './reauthenticate.ts'

const courses = () => call<typeof listCourses>('GET /Academy/api/courses/')

test('retries a call with the new token after the session ended, asks once for many calls, and fails when canceled', async () => {
  const stored = new Map([['token', 'dead']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
  })
  const over = { code: 'sign_in_required', message: 'Your session has ended.' }
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) =>
    headers['authorization'] === 'Token new' ? Response.json([{ token: 'new' }]) : Response.json(over, { status: 401 }),
  )
  const ask = vi.fn(async () => {
    await Promise.resolve()
    stored.set('token', 'new')
    return true
  })
  setReauthenticatePrompt(ask)
  expect(await Promise.all([courses(), courses()])).toEqual([[{ token: 'new' }], [{ token: 'new' }]])
  expect(ask).toHaveBeenCalledTimes(1)
  // After a logout in another tab, nothing is sent without a login.
  stored.delete('token')
  expect(await courses()).toEqual([{ token: 'new' }])
  expect(ask).toHaveBeenCalledTimes(2)
  setReauthenticatePrompt(async () => false)
  stored.delete('token')
  await expect(courses()).rejects.toMatchObject({ status: 401, message: 'You’re logged out. Log in again.' })
  stored.set('token', 'dead')
  await expect(courses()).rejects.toMatchObject({ status: 401, message: 'Your session has ended.' })
  vi.unstubAllGlobals()
})
