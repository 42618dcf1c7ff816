import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { members } from '#db/tables/members.ts'
import { purchases } from '#db/tables/sales.ts'
import { longText, shortText } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { fileName, line } from '#features/foundation/product-folders/product-folders.contract.ts'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { testAcademy } from '../../../test/harness/academy.ts'
import { OPERATOR } from '../../../test/harness/audit.ts'

const HIDDEN = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u200B\u2060\uFEFF\u061C'

test('names stored with invisible or bidirectional control characters are emailed and exported without them', async () => {
  const { as, course, db, deps, member, purchase, runJobs, mailbox } = await testAcademy()
  const title = `Ethics ${HIDDEN}fdp.exe`
  const { id, slug } = await course({ title })
  const nurse = await member()
  await db
    .update(members)
    .set({ lastName: `Night${HIDDEN}ingale` })
    .where(eq(members.id, nurse.id))
  const owner = as(await member({ role: 'owner' }))
  const purchaseId = await purchase(nurse.id, id)
  await db.update(purchases).set({ itemName: title })
  await deps.jobs.enqueue(db, sendReceipt, { purchaseId })
  await grantProduct(deps, { memberId: nurse.id, slug, reason: 'x', by: OPERATOR })
  await runJobs()
  const shown = [
    (await owner.post('/Academy/api/studio/log/file/', {})).text,
    ...(await mailbox()).flatMap(({ subject, text, html }) => [subject, text, html]),
  ]
  expect(shown[1]).toBe('Your receipt: Ethics fdp.exe')
  expect(shown.length).toBeGreaterThan(3)
  const hidden = new RegExp(`[${HIDDEN.replace('\uFEFF', '')}]`)
  expect(shown.filter((text) => hidden.test(text))).toEqual([])
})

test('the studio and course folders never store such characters; file names stay unchanged', () => {
  expect(shortText.parse(`A ${HIDDEN}Kit`)).toBe('A Kit')
  expect(longText.parse(`One\n${HIDDEN}\ttwo`)).toBe('One\n\ttwo')
  expect(line.parse(` ${HIDDEN}Kit`)).toBe('Kit')
  expect(line.safeParse(HIDDEN).success).toBe(false)
  expect(fileName.parse('video\u200E.mp4')).toBe('video\u200E.mp4')
})
