import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { certificates } from '#db/tables/study.ts'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { createGraduate } from '../../../../test/harness/graduate.ts'

/** The seal's green center. */
const SEAL = { left: 950, top: 270, width: 1, height: 1 }

test('renders a share image of a certificate, with the seal while it is valid, and none without a certificate', async () => {
  const academy = await testAcademy()
  const { id } = await createGraduate(academy)
  const { app, deps, db } = academy
  const picture = () => app.inject(`/Certificate/${id}/share.png`)
  const colorAtSeal = async (content: Buffer) => [
    ...(await sharp(content).removeAlpha().extract(SEAL).raw().toBuffer()),
  ]
  const isGreen = async (content: Buffer) => {
    const [red = 0, green = 0, blue = 0] = await colorAtSeal(content)
    return green > red + 40 && green > blue + 20
  }

  const valid = await picture()
  expect(valid.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=300',
    'x-robots-tag': 'noindex',
  })
  expect(await sharp(valid.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(await isGreen(valid.rawPayload)).toBe(true)

  await db.update(certificates).set({ printedName: '' }).where(eq(certificates.id, id))
  const nameless = await picture()
  expect(nameless.rawPayload.equals(valid.rawPayload)).toBe(false)
  expect(await isGreen(nameless.rawPayload)).toBe(true)

  await revokeCertificate(deps, { id, reason: 'a mistake', by: OPERATOR })
  expect(await isGreen((await picture()).rawPayload)).toBe(false)
  expect((await app.inject('/Certificate/none/share.png')).statusCode).toBe(404)
})
