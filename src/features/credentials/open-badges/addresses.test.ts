import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { restoreCertificate, revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { loadBuiltPages } from '#platform/http/pages.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { createGraduate, createOldCertificate, createSigningAcademy } from '../../../../test/harness/graduate.ts'
import { getCredential } from './credentials.public.ts'
import { countFailedLookup } from './lookup-limits.service.ts'
import { signUnsignedCertificates } from './signing.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const LIST = '/credentials/status/1'
const List = z.object({
  id: z.string(),
  issuer: z.string(),
  credentialSubject: z.object({ encodedList: z.string(), statusPurpose: z.literal('revocation') }),
})
const Status = z.object({ credentialStatus: z.object({ statusListIndex: z.string().transform(Number) }) })

/** The set bits of the published status list. */
async function readEndedBits({ as }: TestAcademy, address = LIST): Promise<{ bits: number; ended: number[] }> {
  const { status, body } = await as(undefined).get(address)
  expect(status).toBe(200)
  const { encodedList } = List.parse(body).credentialSubject
  const bytes = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  const ended: number[] = []
  for (const [at, byte] of bytes.entries())
    for (let bit = 0; bit < 8; bit += 1) if (byte & (128 >> bit)) ended.push(at * 8 + bit)
  return { bits: bytes.length * 8, ended }
}

async function findStatusIndex({ deps }: TestAcademy, id: string): Promise<number> {
  return Status.parse(await getCredential(deps, id)).credentialStatus.statusListIndex
}

test("serves the credential to programs and the page to people at a certificate's address, and says that the reply varies", async () => {
  const academy = await testAcademy({
    pages: loadBuiltPages,
    change: (deps) => ({ ...deps, config: { ...deps.config, publicUrl: 'https://academy.test' } }),
  })
  const { id } = await createGraduate(academy)
  const visitor = academy.as(undefined)
  const credential = await getCredential(academy.deps, id)
  for (const accept of ['application/json', 'application/ld+json', 'application/vc']) {
    const reply = await visitor.get(`/Certificate/${id}`, { accept })
    expect([reply.status, String(reply.headers['content-type']).split(';')[0]]).toEqual([200, accept])
    expect(String(reply.headers['vary'])).toContain('accept')
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(JSON.parse(reply.text)).toEqual(credential)
  }
  for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
    const reply = await visitor.get(`/Certificate/${id}`, { accept })
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(String(reply.headers['vary']).split(/, */)).toContain('accept')
    expect(reply.text).toContain('Nora Nightingale')
  }
  expect((await visitor.get(`/certificate/${id}/`, { accept: 'application/vc' })).status).toBe(200)
  expect((await visitor.get('/Certificate/unknown', { accept: 'application/vc' })).status).toBe(404)
  expect((await visitor.get('/Certificate/unknown', { accept: 'text/html' })).text).toContain('Certificate not found')

  const file = await visitor.get(`/Academy/api/certificate/${id}/credential/`)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="Certificate\.json"/)
  expect(JSON.parse(file.text)).toEqual(credential)
  await revokeCertificate(academy.deps, { id, reason: 'taken by somebody else', by: OPERATOR })
  expect((await visitor.get(`/Academy/api/certificate/${id}/credential/`)).status).toBe(200)
})

test('has 131,072 indexes in a status list; a revocation sets its bit for good, and a restored certificate gets another index', async () => {
  const academy = await createSigningAcademy()
  expect((await academy.as(undefined).get(LIST)).status).toBe(404)
  const [one, other] = [await createGraduate(academy), await createGraduate(academy)]
  const [first, original] = [await findStatusIndex(academy, one.id), await findStatusIndex(academy, other.id)]
  expect(await readEndedBits(academy)).toEqual({ bits: 131_072, ended: [] })
  await revokeCertificate(academy.deps, { id: one.id, reason: 'taken by somebody else', by: OPERATOR })
  expect((await readEndedBits(academy)).ended).toEqual([first])
  await restoreCertificate(academy.deps, { id: one.id, reason: 'looked at again', by: OPERATOR })
  const second = await findStatusIndex(academy, one.id)
  expect((await readEndedBits(academy)).ended).toEqual([first])
  await revokeCertificate(academy.deps, { id: one.id, reason: 'again', by: OPERATOR })
  expect((await readEndedBits(academy)).ended).toEqual([first, second].toSorted((a, b) => a - b))
  expect([first, second]).not.toContain(original)

  const { headers } = await academy.as(undefined).get(LIST)
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' })
  for (const wrong of ['0', '2', '01', '1.5', 'x', '99999999999'])
    expect((await academy.as(undefined).get(`/credentials/status/${wrong}`)).status).toBe(404)
})

test('starts a second list when three quarters of one are taken, and serves both', async () => {
  const academy = await createSigningAcademy()
  const old = await createOldCertificate(academy, new Date('2024-05-06T07:08:09Z'))
  await academy.pool.query(
    `insert into credentials (list, place, certificate_id, signed_at, ended_at)
     select 1, place, $1, now(), now() from generate_series(0, 98303) as place`,
    [old],
  )
  await signUnsignedCertificates(academy.deps)
  const { credentialStatus } = z
    .object({ credentialStatus: z.object({ statusListCredential: z.string() }) })
    .parse(await getCredential(academy.deps, old))
  expect(credentialStatus.statusListCredential).toBe('https://academy.test/credentials/status/2')
  expect((await readEndedBits(academy)).ended).toHaveLength(98_304)
  expect((await readEndedBits(academy, '/credentials/status/2')).ended).toEqual([])
})

test('rate limits guessing certificate IDs at every address that takes one, while valid certificates stay visible', async () => {
  const academy = await createSigningAcademy()
  const { id } = await createGraduate(academy)
  const visitor = academy.as(undefined)
  const addresses = (number: string) => [
    [`/Academy/api/certificate/${number}/`, '*/*'],
    [`/Academy/api/certificate/find/${number}/`, '*/*'],
    [`/Academy/api/certificate/${number}/credential/`, '*/*'],
    [`/Certificate/${number}`, 'application/vc'],
  ]
  const statuses: number[] = []
  for (let round = 0; round < 15; round += 1)
    for (const [address = '', accept = ''] of addresses(`guess-${round}`))
      statuses.push((await visitor.get(address, { accept })).status)
  // A request is counted after its response is sent, so the next request may be checked before that.
  const [missing, refused] = [404, 429].map((wanted) => statuses.filter((status) => status === wanted).length)
  expect(missing).toBeGreaterThanOrEqual(30)
  expect(missing).toBeLessThan(36)
  expect(refused).toBe(60 - (missing ?? 0))
  for (const [address = '', accept = ''] of addresses(id))
    expect((await visitor.get(address, { accept })).status).toBe(200)
})

test.skipIf(isEveryChange)(
  'counts invalid certificate IDs however the address is spelled, and shows people a page that says so',
  async () => {
    const academy = await testAcademy({ pages: loadBuiltPages })
    const from = '198.51.100.8'
    const asked = [
      ['/Academy/api/certificate/find/%20x/', '*/*'],
      ['/Certificate/x', 'text/html'],
      ['/%63ertificate/x', 'text/html'],
      ['/./Certificate/x', 'text/html'],
      ['//Certificate/x', 'text/html'],
      ['/cErTiFiCaTe/x/', 'text/html'],
      ['/y/../Certificate/x', 'text/html'],
      ['/Certificate/x.data', '*/*'],
      ['/Certificate/x', 'application/vc'],
      ['/%43ertificate/x/', 'application/vc'],
      ['/Academy/api/%63ertificate/x/', '*/*'],
      ['/Certificate/x/share.png', '*/*'],
    ] as const
    const statuses = async () => {
      const found: number[] = []
      for (const [address, accept] of asked)
        found.push((await academy.as(undefined).get(address, { accept, 'x-forwarded-for': from })).status)
      return found
    }
    const hits = async () => (await academy.pool.query<{ sum: string }>('select sum(hits) from throttles')).rows[0]?.sum
    expect(await statuses()).toEqual(asked.map(() => 404))
    // Requests are counted after the response is sent.
    await expect.poll(hits).toBe(String(asked.length))
    for (let more = asked.length; more < 30; more += 1) await countFailedLookup(academy.deps, from)
    expect(await statuses()).toEqual(asked.map(() => 429))

    const reply = await academy
      .as(undefined)
      .get('/%43ertificate/x', { accept: 'text/html,application/xhtml+xml', 'x-forwarded-for': from })
    expect([reply.status, reply.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(reply.text).toContain('Valid IDs still work')
    const other = { accept: 'text/html', 'x-forwarded-for': '198.51.100.9' }
    expect((await academy.as(undefined).get('/Certificate/x', other)).status).toBe(404)
  },
)
