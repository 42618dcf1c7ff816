import { expect, test } from 'vitest'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { createGraduate, createSigningAcademy } from '../../../../test/harness/graduate.ts'

const badge = (id: string) => `/Academy/api/account/certificates/${id}/badge/`

test('gives no badge to anyone else, for a revoked certificate, or without a credential', async () => {
  const academy = await createSigningAcademy()
  const { id, nurse } = await createGraduate(academy)
  const { as, deps, member } = academy
  expect((await as(undefined).get(badge(id))).status).toBe(401)
  expect((await as(await member()).get(badge(id))).status).toBe(404)
  await revokeCertificate(deps, { id, reason: 'a mistake', by: OPERATOR })
  expect(await as(nurse).get(badge(id))).toMatchObject({
    status: 404,
    body: { message: 'This certificate was revoked, so it has no badge.' },
  })

  const unsigned = await testAcademy()
  const there = await createGraduate(unsigned)
  expect(await unsigned.as(there.nurse).get(badge(there.id))).toMatchObject({
    status: 404,
    body: { message: 'This academy doesn’t sign certificates, so there is no badge.' },
  })
})
