import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { createGraduate, createOldCertificate, createSigningAcademy } from '../../../../test/harness/graduate.ts'
import { restoreCertificate, revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { readAllRows, findWords } from '../../../../test/harness/stored-data.ts'
import { getCredential } from './credentials.public.ts'
import { signUnsignedCertificates } from './signing.service.ts'

const Identity = z.object({
  identityType: z.string(),
  identityHash: z.string(),
  hashed: z.boolean(),
  salt: z.string().optional(),
})
const Credential = z.object({
  id: z.string(),
  validFrom: z.string(),
  issuer: z.object({ id: z.string(), name: z.string() }),
  credentialStatus: z.object({ id: z.string(), statusListIndex: z.string(), statusListCredential: z.string() }),
  credentialSubject: z.object({
    identifier: z.array(Identity),
    achievement: z.object({ achievementType: z.string(), criteria: z.object({ narrative: z.string() }) }),
  }),
  proof: z.array(z.object({ cryptosuite: z.string(), verificationMethod: z.string() })),
})

async function readSignedCredential(academy: Awaited<ReturnType<typeof createSigningAcademy>>, id: string) {
  return Credential.parse(await getCredential(academy.deps, id))
}

test('issues certificates without signing in an academy without a host name', async () => {
  const academy = await testAcademy()
  const { id } = await createGraduate(academy)
  await academy.runJobs()
  expect(await academy.mailbox()).toHaveLength(1)
  expect(await getCredential(academy.deps, id)).toBeUndefined()
  expect((await academy.as(undefined).get('/.well-known/did.json')).status).toBe(404)
  expect((await academy.pool.query('select from credential_keys')).rowCount).toBe(0)
})

test('signs older certificates once, each with its own date, and marks a revoked one', async () => {
  const academy = await createSigningAcademy()
  const [first, second] = [
    await createOldCertificate(academy, new Date('2024-05-06T07:08:09Z')),
    await createOldCertificate(academy, new Date('2025-06-07T08:09:10Z')),
  ]
  await revokeCertificate(academy.deps, { id: second, reason: 'taken by somebody else', by: OPERATOR })
  await signUnsignedCertificates(academy.deps)
  const all = () => academy.pool.query('select certificate_id, signed, ended_at from credentials order by signed_at')
  const { rows } = await all()
  await signUnsignedCertificates(academy.deps)
  expect((await all()).rows).toEqual(rows)
  expect(rows).toHaveLength(2)
  expect((await readSignedCredential(academy, first)).validFrom).toBe('2024-05-06T07:08:09Z')
  expect((await readSignedCredential(academy, second)).validFrom).toBe('2025-06-07T08:09:10Z')
  expect(rows.find((row) => row['certificate_id'] === second)).toMatchObject({ ended_at: expect.any(Date) })
  expect(rows.find((row) => row['certificate_id'] === first)).toMatchObject({ ended_at: null })
})

test('revokes the index and keeps the signed credential on revocation, and assigns another index on restoration', async () => {
  const academy = await createSigningAcademy()
  const { id } = await createGraduate(academy)
  const before = await readSignedCredential(academy, id)
  await revokeCertificate(academy.deps, { id, reason: 'taken by somebody else', by: OPERATOR })
  expect(await readSignedCredential(academy, id)).toEqual(before)
  await restoreCertificate(academy.deps, { id, reason: 'looked at again', by: OPERATOR })
  const after = await readSignedCredential(academy, id)
  expect(after.credentialStatus.statusListIndex).not.toBe(before.credentialStatus.statusListIndex)
  expect(after.validFrom).toBe(before.validFrom)
  const { rows } = await academy.pool.query(
    'select place, ended_at is not null as ended, signed is null as gone from credentials order by ended desc',
  )
  expect(rows).toEqual([
    { place: Number(before.credentialStatus.statusListIndex), ended: true, gone: true },
    { place: Number(after.credentialStatus.statusListIndex), ended: false, gone: false },
  ])
})

test('signs once with one key for twenty simultaneous requests', async () => {
  const academy = await createSigningAcademy()
  const { id } = await createGraduate(academy)
  const all = await Promise.all(Array.from({ length: 20 }, () => readSignedCredential(academy, id)))
  expect(all).toEqual(Array.from({ length: 20 }, () => all[0]))
  expect((await academy.pool.query('select from credentials')).rowCount).toBe(1)
  expect((await academy.pool.query('select from credential_keys')).rowCount).toBe(1)
})

test("removes an erased member's name and address, while downloaded credentials stay valid and revocable", async () => {
  const academy = await createSigningAcademy()
  const { id, nurse } = await createGraduate(academy, { firstName: 'Zebedaja', lastName: 'Quillfeather' })
  await academy.runJobs()
  const { credentialSubject } = await readSignedCredential(academy, id)
  const hashes = credentialSubject.identifier.map(({ identityHash }) => identityHash)
  await eraseMember(academy.deps, { memberId: nurse.id, by: OPERATOR })
  await academy.runJobs()
  expect(findWords([...hashes, 'Quillfeather'], await readAllRows(academy.pool))).toEqual([])
  expect(await getCredential(academy.deps, id)).toBeUndefined()
  const reply = await academy.as(undefined).get(`/Certificate/${id}`, { accept: 'application/vc' })
  expect(reply.status).toBe(404)
  const ended = async () => (await academy.pool.query('select ended_at is not null as ended from credentials')).rows
  expect(await ended()).toEqual([{ ended: false }])
  await revokeCertificate(academy.deps, { id, reason: 'taken by somebody else', by: OPERATOR })
  expect(await ended()).toEqual([{ ended: true }])
})

test('resumes interrupted signing, and continues past a certificate that fails', async () => {
  const academy = await createSigningAcademy()
  const ids: string[] = []
  for (let day = 1; day <= 12; day += 1) ids.push(await createOldCertificate(academy, new Date(Date.UTC(2024, 0, day))))
  const signedIds = async () => {
    const { rows } = await academy.pool.query<{ id: string }>('select certificate_id as id from credentials')
    return rows.map(({ id }) => id).toSorted()
  }
  await signUnsignedCertificates(academy.deps, 1)
  expect((await signedIds()).length).toBeLessThan(12)
  // A trigger makes signing the first certificate always fail.
  const [unlucky = ''] = ids.toSorted()
  await academy.pool.query('delete from credentials')
  await academy.pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.certificate_id = '${unlucky}' then raise exception 'not this one'; end if; return new; end $$;
    create trigger refuse_one before insert on credentials for each row execute function refuse_one()`)
  await expect(signUnsignedCertificates(academy.deps)).rejects.toThrow('could not be signed: 1')
  expect(await signedIds()).toEqual(ids.toSorted().slice(1))
  await academy.pool.query('drop trigger refuse_one on credentials; drop function refuse_one')
  await signUnsignedCertificates(academy.deps)
  expect(await signedIds()).toEqual(ids.toSorted())
})

test('answers requests during signing: blocks the event loop for less than ten milliseconds', async () => {
  const academy = await createSigningAcademy()
  const holds: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const id = await createOldCertificate(academy, new Date('2024-01-01'))
    const loop = monitorEventLoopDelay({ resolution: 1 })
    loop.enable()
    await getCredential(academy.deps, id)
    loop.disable()
    holds.push(loop.max / 1e6)
  }
  printFigure(`signing holds the event loop for at most ${Math.min(...holds).toFixed(1)} ms`)
  expect(Math.min(...holds)).toBeLessThan(10)
})
