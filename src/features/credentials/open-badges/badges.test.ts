import sharp from 'sharp'
import { expect, test } from 'vitest'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { getCredentialText } from '#features/credentials/open-badges/credentials.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { createGraduate, createSigningAcademy } from '../../../../test/harness/graduate.ts'

const badge = (id: string) => `/Academy/api/account/certificates/${id}/badge/`
const asHolder = ({ token }: { token: string }) => ({ authorization: `Token ${token}` })

test('embeds the signed credential in a badge that any program can still open as a picture', async () => {
  const academy = await createSigningAcademy()
  const { id, nurse } = await createGraduate(academy, { firstName: 'Łucja', lastName: 'Ελένη' })
  const reply = await academy.app.inject({ url: badge(id), headers: asHolder(nurse) })
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringContaining('Badge - '),
  })
  const { width, height, comments } = await sharp(reply.rawPayload).metadata()
  expect([width, height]).toEqual([720, 720])
  const signed = await getCredentialText(academy.deps, id)
  expect(signed).toContain('Łucja Ελένη')
  expect(comments).toEqual([{ keyword: expect.stringContaining('openbadgecredential'), text: signed }])
  expect((await sharp(reply.rawPayload).stats()).isOpaque).toBe(false)
})

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
