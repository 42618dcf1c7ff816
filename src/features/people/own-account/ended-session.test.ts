import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { accountTokens, members } from '#db/tables/members.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { type AcademyOfNora, createAcademyWithNora, NEW_PASSWORD } from '../../../../test/harness/password-member.ts'
import { requestEmailChange } from './email-change.service.ts'
import { lockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { identify } from '#features/people/accounts/sessions.public.ts'

const REFUSED = { status: 401, code: 'sign_in_required' }

/** Starts a request that has sent its headers. Calling the returned function sends the body. */
async function begun({ app }: AcademyOfNora, token: string, url: string, body: object) {
  const text = JSON.stringify(body)
  const payload = new Readable({ read() {} })
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json', 'content-length': text.length }
  const answer = app.inject({ method: 'POST', url, payload, headers }).then((reply) => ({
    status: reply.statusCode,
    code: reply.json<{ code?: string }>().code,
  }))
  // Waits until the server has accepted the headers.
  await new Promise((resolve) => setTimeout(resolve, 300))
  return async () => {
    payload.push(text)
    payload.push(null)
    return answer
  }
}

test('rejects a request that an attacker started before a new password or lock ended the session', async () => {
  const nora = await createAcademyWithNora()
  const thief = await nora.enter({ from: '10.0.0.9' })
  const calls = [
    ['/Academy/api/account/email/', { email: 'thief@evil.example' }],
    ['/Academy/api/account/deletion/', {}],
    ['/Academy/api/account/name/', { first_name: 'Evil', last_name: 'Thief', credentials_after_name: '' }],
  ] as const
  const begin = (token: string) => Promise.all(calls.map(([url, body]) => begun(nora, token, url, body)))
  const end = (sent: Awaited<ReturnType<typeof begin>>) => Promise.all(sent.map((send) => send()))

  const before = await begin(thief.token)
  await nora.forgot()
  const link = (await nora.mails()).findLast(({ text }) => text.includes('/ResetPassword/'))?.token ?? ''
  expect((await nora.reset(link)).status).toBe(200)
  expect(await end(before)).toEqual([REFUSED, REFUSED, REFUSED])

  const again = await nora.enter({ password: NEW_PASSWORD })
  const later = await begin(again.token)
  await lockAccount(nora.deps, { memberId: nora.memberId, by: OPERATOR })
  expect(await end(later)).toEqual([REFUSED, REFUSED, REFUSED])
  expect((await nora.db.select().from(accountTokens)).map(({ purpose }) => purpose)).not.toContain('change_email')
  expect(await nora.db.select().from(members)).toMatchObject([{ firstName: '', deletionDueAt: null }])
})

test('stores no email change for a session that ended after the call was accepted', async () => {
  const nora = await createAcademyWithNora()
  const caller = await identify(nora.deps, (await nora.enter()).token)
  if (!caller) throw new Error('nobody is logged in')
  await lockAccount(nora.deps, { memberId: nora.memberId, by: OPERATOR })
  await expect(requestEmailChange(nora.deps, caller, 'new@example.com', '127.0.0.1')).rejects.toMatchObject({
    code: 'sign_in_required',
  })
  expect((await nora.db.select().from(accountTokens)).map(({ purpose }) => purpose)).not.toContain('change_email')
})
