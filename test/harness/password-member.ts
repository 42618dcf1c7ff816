import { createMember } from '#features/people/login/login.public.ts'
import { testAcademy } from './academy.ts'

export const PASSWORD = 'lamp-at-midnight'
export const NEW_PASSWORD = 'scutari-1854-ward'

export const LINK = /\/(VerifyEmail|ResetPassword|ConfirmEmail|KeepEmail|EndSession|Leave)\/([\w-]+)/

type Login = { password?: string; from?: string; agent?: string; username?: string }

/** An academy with Nora, who has a password, and actions on her account. */
export async function createAcademyWithNora({ isVerified = true } = {}) {
  const academy = await testAcademy()
  await academy.pool.query(`insert into site_settings (settings) values ('{"time_zone": "America/New_York"}')
    on conflict (id) do update set settings = excluded.settings`)
  const names = { username: 'nora', email: 'nora@example.com', firstName: '', lastName: '', role: 'learner' as const }
  const memberId = await createMember(academy.deps, { ...names, password: PASSWORD, isVerified })
  const visitor = academy.as(undefined)
  const login = async ({ password = PASSWORD, from = '127.0.0.1', agent = 'test', username = 'nora' }: Login = {}) => {
    const reply = await academy.app.inject({
      method: 'POST',
      url: '/Academy/api/login/',
      remoteAddress: from,
      headers: { 'user-agent': agent },
      payload: { username, password },
    })
    return { status: reply.statusCode, body: reply.json() as Record<string, string> }
  }
  const start = Date.now()
  return {
    ...academy,
    memberId,
    visitor,
    login,
    /** Logs Nora in. Returns the token, and requests that use it. */
    async enter(how: Login = {}) {
      const { body } = await login(how)
      return { token: body['token'] ?? '', ...academy.withToken(body['token'] ?? '') }
    },
    after: (ms: number) => academy.setTime(new Date(start + ms)),
    forgot: (email = 'nora@example.com') => visitor.post('/Academy/api/forgot-password/', { email }),
    reset: (token: string, password = NEW_PASSWORD) =>
      visitor.post('/Academy/api/reset-password/', { token, password, confirm_password: password }),
    /** All emails that are due now, oldest first: recipient, subject, text, and the link's token. */
    async mails() {
      await academy.runJobs()
      const mails = await academy.mailbox()
      return mails.toReversed().map(({ to, subject, text }) => ({ to, subject, text, token: LINK.exec(text)?.[2] }))
    },
  }
}

export type AcademyOfNora = Awaited<ReturnType<typeof createAcademyWithNora>>
