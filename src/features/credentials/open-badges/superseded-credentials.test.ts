import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { createGraduate, createSigningAcademy } from '../../../../test/harness/graduate.ts'
import { judged } from '../../../../test/oracles/credential-judge.ts'
import { signedCredential } from './credential-signing.worker.ts'
import { getSigner } from './issuer.service.ts'

const MIGRATION = 'src/db/migrations/0081_superseded-credentials.sql'
const Credential = z.looseObject({
  name: z.string(),
  credentialStatus: z.looseObject({ statusListIndex: z.string() }),
  credentialSubject: z.looseObject({
    achievement: z.looseObject({ achievementType: z.string(), criteria: z.object({ narrative: z.string() }) }),
  }),
})

test('replaces a credential of an earlier version that states attempts and a completion; both verify, each at its own address', async () => {
  const academy = await createSigningAcademy()
  const { deps, pool, as } = academy
  const { id } = await createGraduate(academy)
  await academy.runJobs()
  const visitor = as(undefined)
  const read = async (address: string) => (await visitor.get(address, { accept: 'application/vc' })).text

  // The credential as the previous version signed it.
  const { proof: _, ...stated } = Credential.parse(JSON.parse(await read(`/Certificate/${id}`)))
  stated.name = stated.name.replace('achievement', 'completion')
  const { achievement } = stated.credentialSubject
  achievement.achievementType = 'CertificateOfCompletion'
  achievement.criteria.narrative =
    'Completed the course and passed its examination: all 10 questions asked, 80% needed, passed on the second paper.'
  const signer = await getSigner(deps)
  if (signer.is !== 'ready') throw new Error('The academy cannot sign.')
  const old = await signedCredential({ credential: stated, key: signer.key, at: deps.now() })
  await pool.query('update credentials set signed = $1', [old])
  const update = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint').at(-1) ?? ''
  await pool.query(update)

  const ownAddress = `/Certificate/${id}/1/${stated.credentialStatus.statusListIndex}`
  const current = await read(`/Certificate/${id}`)
  expect(current).not.toMatch(/complet|paper/i)
  expect(await read(ownAddress)).toBe(old)
  await pool.query(update)
  expect(await read(`/Certificate/${id}`)).toBe(current)

  const judge = async (credential: string) => {
    const documents = {
      'https://academy.test/.well-known/did.json': await read('/.well-known/did.json'),
      'https://academy.test/credentials/status/1': await read('/credentials/status/1'),
    }
    const { errors, steps } = await judged(credential, { documents })
    return [errors, steps['valid_signature'], steps['revocation_status']]
  }
  const valid = [[], true, true]
  expect(await Promise.all([judge(current), judge(await read(ownAddress))])).toEqual([valid, valid])

  await revokeCertificate(deps, { id, reason: 'taken by someone else', by: OPERATOR })
  expect(await read(`/Certificate/${id}`)).toBe(current)
  expect(await read(ownAddress)).toBe(old)
  expect((await pool.query('select from credentials where ended_at is null')).rowCount).toBe(0)
  for (const wrong of ['1/131071', '2/0', '01/0', '1/x'])
    expect((await visitor.get(`/Certificate/${id}/${wrong}`)).status).toBe(404)
})
