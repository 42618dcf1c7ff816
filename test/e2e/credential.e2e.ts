import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { earnCertificate } from '../harness/earn-certificate.ts'
import { runCommand } from '../harness/command-line.ts'
import { startNamedAcademy } from '../harness/named-academy.ts'
import { judged, type Verdict } from '../oracles/credential-judge.ts'
import { againstOpenBadge } from '../oracles/open-badge.ts'

let named: Awaited<ReturnType<typeof startNamedAcademy>>
let address: string
beforeAll(async () => {
  named = await startNamedAcademy()
  address = await earnCertificate(named.academy)
})
afterAll(() => named.close())

/** Fetches the credential from the certificate's URL, as a program does. */
async function credential(): Promise<string> {
  const reply = await fetch(named.academy.url + address, { headers: { accept: 'application/vc' } })
  expect(reply.status).toBe(200)
  return reply.text()
}

const verdictOn = (text: string) => judged(text, { authority: named.authority })
const typed = (...words: string[]) => runCommand(named.academy.environment, ...words)
const VALID: Verdict = {
  errors: [],
  steps: expect.objectContaining({ valid_signature: true, revocation_status: true }),
}

test("a third-party verifier accepts the academy's credential and rejects it after one changed letter", async () => {
  const signed = await credential()
  expect(JSON.parse(signed)).toMatchObject({ issuer: { id: `did:web:${named.origin.slice(8).replace(':', '%3A')}` } })
  expect(await verdictOn(signed)).toEqual(VALID)
  expect(againstOpenBadge(JSON.parse(signed))).toEqual([])
  expect(signed).toContain('Demo')
  expect(await verdictOn(signed.replace('Demo', 'Demi'))).toMatchObject({ errors: ['invalid_signature'] })
})

test('when the status list is unavailable, the verifier reports the status as unknown', async () => {
  named.away.add('/credentials/')
  expect(await verdictOn(await credential())).toMatchObject({
    steps: { valid_signature: true, revocation_status: 'status_list_not_found' },
  })
  named.away.clear()
  expect(await verdictOn(await credential())).toEqual(VALID)
})

test('a revoked credential is reported as revoked; after restoring, the new one is valid and the old one stays revoked', async () => {
  const before = await credential()
  await typed('revoke-certificate', address, '--why', 'taken by somebody else')
  expect(await verdictOn(before)).toMatchObject({
    errors: [],
    steps: { valid_signature: true, revocation_status: false },
  })
  expect(await credential()).toBe(before)
  await typed('restore-certificate', address, '--why', 'looked at again')
  expect(await verdictOn(await credential())).toEqual(VALID)
  expect(await verdictOn(before)).toMatchObject({ steps: { revocation_status: false } })
})

test('after two key rotations, credentials signed with any of the keys are valid', async () => {
  const all = [await credential()]
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await typed('rotate-credential-key')).toContain('The new signing key is ')
    await typed('revoke-certificate', address, '--why', 'to be signed anew')
    await typed('restore-certificate', address, '--why', 'looked at again')
    all.push(await credential())
  }
  const keys = all.map((signed) => /"verificationMethod":"([^"]+)"/.exec(signed)?.[1])
  expect(new Set(keys).size).toBe(3)
  const verdicts = await Promise.all(all.map(verdictOn))
  expect(verdicts.map(({ errors, steps }) => [errors, steps['valid_signature'], steps['revocation_status']])).toEqual([
    [[], true, false],
    [[], true, false],
    [[], true, true],
  ])
})

test('PDF and badge contain the signed credential: a third-party verifier accepts it when extracted as the page describes', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'certificate-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const token = await getToken(named.academy.url, 'demo', 'demo-learner-2026')
  const own = `${named.academy.url}/Academy/api/account/certificates/${address.split('/').at(-1)}/`
  const signed = await credential()
  for (const [url, file, words] of [
    [own, 'certificate.pdf', 'pdfdetach'],
    [`${own}badge/`, 'badge.png', 'openbadgecredential'],
  ] as const) {
    const reply = await fetch(url, { headers: { authorization: `Token ${token}` } })
    await writeFile(path.join(folder, file), Buffer.from(await reply.arrayBuffer()))
    await promisify(execFile)('sh', ['-ec', blockWith(words)], { cwd: folder })
    const taken = await readFile(path.join(folder, 'credential.json'), 'utf8')
    expect(taken).toBe(signed)
    expect(await verdictOn(taken)).toEqual(VALID)
    await rm(path.join(folder, 'credential.json'))
  }
})

const ROOT = path.resolve(import.meta.dirname, '../..')
const PAGE = readFileSync(path.join(ROOT, 'docs/certificates.md'), 'utf8')

/** A code block of the verification page, with the reader's values filled in. */
function blockWith(words: string, given: Record<string, string> = {}): string {
  const blocks = [...PAGE.matchAll(/```(?:sh|js)\n([^]*?)```/g)].map(([, block = '']) => block)
  const block = blocks.find((each) => each.includes(words)) ?? ''
  const substitutions = { 'https://academy.example.com': named.origin, ...given }
  return Object.entries(substitutions).reduce((text, [from, to]) => text.replaceAll(from, to), block)
}

test('the commands on the certificate verification page do what it says', { timeout: 60_000 }, async () => {
  // Inside the folder with the packages, so that imports find what the page says to install.
  const folder = path.join(ROOT, 'node_modules', '.cache', 'check-a-certificate')
  await mkdir(folder, { recursive: true })
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { ...process.env, CURL_CA_BUNDLE: named.authority, NODE_EXTRA_CA_CERTS: named.authority }
  const run = async (command: string) => {
    const { stdout } = await promisify(execFile)('sh', ['-ec', command], { cwd: folder, env, timeout: 30_000 })
    return stdout
  }
  const number = { 'Certificate/ID': `Certificate/${address.split('/').at(-1)}` }
  await run(blockWith('application/vc', number))
  await writeFile(path.join(folder, 'check.mjs'), blockWith('verifyCredential'))
  const stdout = await run(blockWith('node check.mjs'))
  expect(stdout).toContain(`issuer: did:web:${named.origin.slice(8).replace(':', '%3A')}\n`)
  expect(stdout).toContain('valid_signature: true\n')
  expect(stdout).toContain('revocation_status: true\n')
  const said = [...stdout.matchAll(/^(\w+: \w+)$/gm)].map(([, line = '']) => line)
  expect(said.filter((line) => !line.startsWith('expiration') && !PAGE.includes(`\`${line}\``))).toEqual([])

  const { credentialStatus, credentialSubject } = JSON.parse(readFileSync(path.join(folder, 'credential.json'), 'utf8'))
  const place = { INDEX: credentialStatus.statusListIndex as string }
  expect(await run(blockWith('encodedList', place))).toBe('in force\n')
  const { identityHash, salt } = credentialSubject.identifier[1]
  const hash = await run(blockWith('sha256sum', { SALT: salt, 'nora@example.com': 'demo@example.com' }))
  expect(`sha256$${hash.split(' ')[0]}`).toBe(identityHash)
  await typed('revoke-certificate', address, '--why', 'to be seen in the list')
  expect(await run(blockWith('encodedList', place))).toBe('revoked\n')
})
