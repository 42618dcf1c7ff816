import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import type { Member } from '../../../../test/harness/builders.ts'

const STUDIO = '/Academy/api/studio/'

/** Actions by staff that lock what a change of the same member’s account locks, too. */
const ACTIONS: Record<string, (given: Member & { product: string }) => [path: string, body: object]> = {
  mute: ({ id }) => [`members/${id}/mute/`, { days: 7, reason: 'A test' }],
  grant: ({ id, product }) => [`members/${id}/grant/`, { product, why: 'A class' }],
  'email grant': ({ email, product }) => ['access/', { email, product, why: 'A class' }],
  enrollment: ({ email, product }) => [
    'enrolments/',
    { product, why: 'A class', content: Buffer.from(`email\n${email}\n`).toString('base64') },
  ],
  'verification email': ({ id }) => [`members/${id}/verification/`, {}],
  erasure: ({ id, username }) => [`members/${id}/erase/`, { username }],
}

const ANY_MEMBER = ['mute', 'grant', 'email grant', 'enrollment']

test.each([
  ...ANY_MEMBER.map((action) => [action, 'role'] as const),
  ...Object.keys(ACTIONS).map((action) => [action, 'email'] as const),
])('both succeed at once: %s, and a change of the same member’s %s', async (action, change) => {
  const { pool, as, member, course } = await testAcademy()
  const owners = [await member({ role: 'owner' }), await member({ role: 'owner' })]
  const [first, last] = owners.toSorted((one, other) => one.id.localeCompare(other.id))
  const nora = await member({ isVerified: action !== 'verification email' })
  const product = (await course()).slug
  const owner = as(first)
  const holder = await pool.connect()
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const waiting = async (count: number) => {
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(count)
  }
  try {
    await holder.query('begin')
    // The change has locked the first owner, and waits for the last one before it locks the member.
    await holder.query('select from members where id = $1 for update', [last?.id])
    const changed =
      change === 'role'
        ? owner.post(`${STUDIO}staff/${nora.id}/role/`, { role: 'support' })
        : owner.post(`${STUDIO}members/${nora.id}/email/`, { email: 'new@example.com' })
    await waiting(1)
    const [path, body] = ACTIONS[action]?.({ ...nora, product }) ?? ['', {}]
    const acted = owner.post(`${STUDIO}${path}`, body)
    await waiting(2)
    await holder.query('commit')
    expect([await changed, await acted]).toMatchObject([{ status: 200 }, { status: 200 }])
  } finally {
    holder.release()
  }
})
