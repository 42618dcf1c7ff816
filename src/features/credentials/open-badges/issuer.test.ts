import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { createGraduate, createOldCertificate, createSigningAcademy } from '../../../../test/harness/graduate.ts'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { getCredential, rotateKey, checkSigning } from './credentials.public.ts'
import { signUnsignedCertificates } from './signing.service.ts'

const RETIRED = { by: OPERATOR, isStolen: false }

const Signed = z.object({
  issuer: z.object({ id: z.string() }),
  proof: z.array(z.object({ verificationMethod: z.string() })),
})

/** The same academy with other settings, as on another machine or after a restart, and its log. */
function withSettings(deps: Deps, settings: Partial<Deps['config']>): { deps: Deps; messages: string[] } {
  const messages: string[] = []
  const log = { ...deps.log, error: (_: object, message: string) => void messages.push(message) }
  return { deps: { ...deps, log, config: { ...deps.config, ...settings } }, messages }
}

async function readSignedCredential(deps: Deps, id: string) {
  return Signed.parse(await getCredential(deps, id))
}

test('creates one key for machines that start at once, and each signs with it', async () => {
  const academy = await createSigningAcademy()
  const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06']
  const ids: string[] = []
  for (const day of days) ids.push(await createOldCertificate(academy, new Date(day)))
  const all = await Promise.all(ids.map((id) => readSignedCredential(withSettings(academy.deps, {}).deps, id)))
  expect(new Set(all.map(({ proof }) => proof[0]?.verificationMethod)).size).toBe(1)
  expect((await academy.pool.query('select from credential_keys')).rowCount).toBe(1)
  expect((await academy.pool.query('select distinct place from credentials')).rowCount).toBe(6)
})

test('issues without signing or overwriting anything under another APP_SECRET, and continues under the original one', async () => {
  const academy = await createSigningAcademy()
  const first = await createGraduate(academy)
  await academy.runJobs()
  const keys = async () => (await academy.pool.query('select * from credential_keys')).rows
  const before = await keys()

  const { deps, messages } = withSettings(academy.deps, { appSecret: 'another-secret-of-more-than-32-letters' })
  const id = await createOldCertificate(academy, new Date('2024-01-01'))
  expect(await getCredential(deps, id)).toBeUndefined()
  await signUnsignedCertificates(deps)
  expect(messages).toEqual([expect.stringContaining('APP_SECRET'), expect.stringContaining('rotate-credential-key')])
  expect(await checkSigning(deps)).toMatchObject({ is: 'wrong', text: expect.stringContaining('APP_SECRET') })
  expect(await keys()).toEqual(before)
  // Existing credentials are still served.
  expect(await getCredential(deps, first.id)).toEqual(await getCredential(academy.deps, first.id))

  await signUnsignedCertificates(academy.deps)
  expect((await readSignedCredential(academy.deps, id)).issuer.id).toBe('did:web:academy.test')
})

test('replaces the key when the secret is lost: the new key signs the rest, and the old one stays published', async () => {
  const academy = await createSigningAcademy()
  const first = await createGraduate(academy)
  const before = await readSignedCredential(academy.deps, first.id)
  const { deps } = withSettings(academy.deps, { appSecret: 'another-secret-of-more-than-32-letters' })
  await rotateKey(deps, RETIRED)
  const after = await readSignedCredential(deps, await createOldCertificate(academy, new Date('2024-01-01')))
  const methods = [before, after].map(({ proof }) => proof[0]?.verificationMethod)
  expect(new Set(methods).size).toBe(2)
  const { body } = await academy.as(undefined).get('/.well-known/did.json')
  expect(body.assertionMethod).toEqual(methods)
  expect(await readEventKinds(academy.pool)).toContain('credential.key_changed')
  expect(await getCredential(deps, first.id)).toEqual(await getCredential(academy.deps, first.id))
})

test('leaves one signing key when two change it at once, and has none to change before the first certificate', async () => {
  const academy = await createSigningAcademy()
  await expect(rotateKey(academy.deps, RETIRED)).rejects.toThrow('Nothing has been signed yet')
  await createGraduate(academy)
  await academy.runJobs()
  await Promise.all([rotateKey(academy.deps, RETIRED), rotateKey(academy.deps, RETIRED)])
  const { rows } = await academy.pool.query('select retired_at is null as signs from credential_keys order by signs')
  expect(rows).toEqual([{ signs: false }, { signs: false }, { signs: true }])
})

test('keeps the host of the first certificate as the issuer and warns the operator when the address differs', async () => {
  const academy = await createSigningAcademy()
  expect(await checkSigning(academy.deps)).toMatchObject({
    is: 'fine',
    text: expect.stringContaining('after the first one'),
  })
  await createGraduate(academy)
  await academy.runJobs()
  expect(await checkSigning(academy.deps)).toMatchObject({ is: 'fine' })
  const moved = withSettings(academy.deps, { publicUrl: 'https://new.example.com' }).deps
  const signed = await readSignedCredential(moved, await createOldCertificate(academy, new Date('2024-01-01')))
  expect(signed).toMatchObject({ issuer: { id: 'did:web:academy.test' } })
  expect(await checkSigning(moved)).toMatchObject({
    is: 'unknown',
    text: expect.stringContaining('https://academy.test must keep pointing here'),
  })
})

test('signs certificates issued before the academy had a host name', async () => {
  const academy = await testAcademy()
  const { id } = await createGraduate(academy)
  await academy.runJobs()
  expect(await checkSigning(academy.deps)).toMatchObject({ is: 'fine', text: expect.stringContaining('not signed') })
  const production = withSettings(academy.deps, { publicUrl: 'https://203.0.113.7', mode: 'production' }).deps
  expect(await checkSigning(production)).toMatchObject({ is: 'unknown' })
  await signUnsignedCertificates(production)
  expect((await academy.pool.query('select from credential_issuer')).rowCount).toBe(0)
  const named = withSettings(academy.deps, { publicUrl: 'https://academy.example.com' }).deps
  await signUnsignedCertificates(named)
  expect((await readSignedCredential(named, id)).issuer.id).toBe('did:web:academy.example.com')
})

test('creates name and key with the first certificate, not for a request for a missing one', async () => {
  const academy = await createSigningAcademy()
  expect((await academy.as(undefined).get('/Certificate/unknown', { accept: 'application/vc' })).status).toBe(404)
  await signUnsignedCertificates(academy.deps)
  const made = async () => (await academy.pool.query('select from credential_issuer, credential_keys')).rowCount
  expect(await made()).toBe(0)
  await createOldCertificate(academy, new Date('2024-01-01'))
  await signUnsignedCertificates(academy.deps)
  expect(await made()).toBe(1)
})

test('no longer publishes a stolen key: its signatures end, and the next key signs again, including revoked certificates', async () => {
  const academy = await createSigningAcademy()
  const [valid, revoked] = [await createGraduate(academy), await createGraduate(academy)]
  const before = await readSignedCredential(academy.deps, valid.id)
  await readSignedCredential(academy.deps, revoked.id)
  await revokeCertificate(academy.deps, { id: revoked.id, reason: 'taken by somebody else', by: OPERATOR })
  await academy.runJobs()
  const { publicKey, ended } = await rotateKey(academy.deps, { by: OPERATOR, isStolen: true })
  expect(ended).toBe(2)
  await academy.runJobs()
  const { rows } = await academy.pool.query(
    'select ended_at is null as stands, signed is null as gone from credentials',
  )
  expect(rows.toSorted((a, b) => a['stands'] - b['stands'] || b['gone'] - a['gone'])).toEqual([
    { stands: false, gone: true },
    { stands: false, gone: true },
    { stands: false, gone: false },
    { stands: true, gone: false },
  ])
  const after = await readSignedCredential(academy.deps, valid.id)
  expect(after.proof[0]?.verificationMethod).not.toBe(before.proof[0]?.verificationMethod)
  const { body } = await academy.as(undefined).get('/.well-known/did.json')
  expect(body.assertionMethod).toEqual([`did:web:academy.test#${publicKey}`])
  const secrets = (await academy.pool.query('select sealed_secret from credential_keys order by since')).rows
  expect(secrets.map(({ sealed_secret: secret }) => secret !== '')).toEqual([false, true])
})

test('signs with the next key if a key is withdrawn while it is in use', async () => {
  const academy = await createSigningAcademy()
  await readSignedCredential(academy.deps, (await createGraduate(academy)).id)
  for (let round = 0; round < 5; round += 1) {
    const id = await createOldCertificate(academy, new Date('2024-01-01'))
    const [, { publicKey }] = await Promise.all([
      getCredential(academy.deps, id),
      rotateKey(academy.deps, { by: OPERATOR, isStolen: true }),
    ])
    const signed = await readSignedCredential(academy.deps, id)
    expect(signed.proof[0]?.verificationMethod).toBe(`did:web:academy.test#${publicKey}`)
  }
})
