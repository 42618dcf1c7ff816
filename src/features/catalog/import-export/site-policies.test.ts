import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getPolicyVersion } from '#features/foundation/site/site.public.ts'
import { loadBuiltPages } from '#platform/http/pages.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { TERMS_VERSION } from '../../foundation/site/site.rules.ts'
import { exportFolder } from './export.service.ts'
import { importFolder } from './import.service.ts'
import { formatReport } from './import-reports.rules.ts'

const OWN =
  '# Terms\n\nBetween you and {name}.\n\n## 1. Refunds\n\nWrite to {email} within {refund_days} days.\n\n## 2. *Law*\n\nOurs.\n'
const SETTINGS = 'name: Night School\nemail: hello@night.example\nrefund_days: 30\ntime_zone: America/New_York\n'

async function folderWith(files: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-policies-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = async (name: string, text: string) => writeFile(path.join(folder, name), text)
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return { folder, write }
}

async function imported({ deps }: TestAcademy, folder: string): Promise<string[]> {
  const result = await importFolder(deps, folder, OPERATOR)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return formatReport(result.report, false).split('\n').slice(1)
}

const readText = (html: string) =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('inserts settings into the built-in texts and creates another version for another refund period', async () => {
  const academy = await testAcademy({ pages: loadBuiltPages })
  const { folder } = await folderWith({ 'site.yaml': SETTINGS })
  expect(await getPolicyVersion(academy.deps.db, 'terms')).toBe(TERMS_VERSION)
  await imported(academy, folder)
  const terms = readText((await academy.app.inject('/TermsOfService/')).body)
  expect(terms).toContain('between you and Night School when you use this site')
  expect(terms).toContain('Write to hello@night.example within 30 days')
  expect(terms).toContain('Effective Nov 26, 2026')
  expect(terms).not.toMatch(/\{\w+\}/)
  expect(await getPolicyVersion(academy.deps.db, 'terms')).toBe(`${TERMS_VERSION}, refunds 30 days`)
  expect(readText((await academy.app.inject('/PrivacyPolicy/')).body)).toContain('What Night School stores about you')
})

test('replaces our text with terms.md under its own version, which changes with the text and is stored with accounts', async () => {
  const academy = await testAcademy({ pages: loadBuiltPages })
  const { app, pool, deps, setTime } = academy
  // In the academy's time zone, it is still the previous day.
  setTime(new Date('2027-03-02T03:00:00Z'))
  const { folder, write } = await folderWith({ 'site.yaml': SETTINGS, 'terms.md': OWN })
  expect(await imported(academy, folder)).toContain(
    `               in effect as version own-2027-03-01, instead of ${TERMS_VERSION}`,
  )
  const page = (await app.inject('/TermsOfService/')).body
  expect(readText(page)).toContain('Between you and Night School. Effective Mar 1, 2027')
  expect(page).toContain('<h2 id="refunds">1. Refunds</h2>'.replace('1. Refunds', '1<!-- -->. <!-- -->Refunds'))
  expect(page).toContain('id="law"')
  expect(readText(page)).toContain('Write to hello@night.example within 30 days.')
  expect(readText(page)).not.toContain('license')
  const site = (await academy.as(undefined).get('/Academy/api/site/')).body
  expect(site).toMatchObject({ refund_days: 30, has_built_in_terms: false })

  const register = (username: string) =>
    academy.as(undefined).post('/Academy/api/register/', {
      username,
      email: `${username}@night.org`,
      first_name: '',
      last_name: '',
      password: 'a long enough one 42',
      confirm_password: 'a long enough one 42',
      accept_terms: true,
    })
  expect((await register('ada')).status).toBe(200)
  expect(await imported(academy, folder)).toEqual(['  unchanged  site.yaml, terms.md'])
  await write('terms.md', OWN.replace('Ours', 'Yours'))
  expect(await imported(academy, folder)).toContain(
    '               in effect as version own-2027-03-01b, instead of own-2027-03-01',
  )
  expect((await register('eve')).status).toBe(200)
  const { rows } = await pool.query(`select username, terms_version as version from members order by username`)
  expect(rows).toEqual([
    { username: 'ada', version: 'own-2027-03-01' },
    { username: 'eve', version: 'own-2027-03-01b' },
  ])
  const { rows: stored } = await pool.query(`select version, markdown from policy_texts order by version`)
  expect(stored).toMatchObject([{ markdown: OWN.trim() }, { markdown: OWN.replace('Ours', 'Yours').trim() }])

  // Changing only a setting creates new terms. For Ada and Eve, the terms that they accepted stay the same.
  await write('site.yaml', SETTINGS.replace('30', '7'))
  expect(await imported(academy, folder)).toContain(
    '               in effect as version own-2027-03-01c, instead of own-2027-03-01b',
  )
  expect(readText((await app.inject('/TermsOfService/')).body)).toContain('Write to hello@night.example within 7 days.')
  const { rows: read } = await pool.query(`select version, filled_in as text from policy_texts order by version`)
  expect(read.map(({ version, text }) => [version, /within \d+ days/.exec(text)?.[0]])).toEqual([
    ['own-2027-03-01', 'within 30 days'],
    ['own-2027-03-01b', 'within 30 days'],
    ['own-2027-03-01c', 'within 7 days'],
  ])
  // Members read the same text in both cases, no matter how it was written.
  await write('terms.md', OWN.replace('Ours', 'Yours').replace('{refund_days}', '7'))
  expect(await imported(academy, folder)).toEqual(['  unchanged  site.yaml, terms.md'])
  await write('terms.md', OWN.replace('Ours', 'Yours'))
  await imported(academy, folder)

  const exported = path.join(folder, 'exported')
  await exportFolder(deps, exported)
  expect(await readFile(path.join(exported, 'terms.md'), 'utf8')).toBe(OWN.replace('Ours', 'Yours'))
  expect(await imported(academy, exported)).toEqual(['  unchanged  site.yaml, terms.md'])
})

test('changes a text alone without site.yaml; with it, a removed text gives way to ours, as report and log say', async () => {
  const academy = await testAcademy()
  const { deps, pool } = academy
  const alone = await folderWith({ 'privacy.md': 'We keep nothing.\n' })
  await imported(academy, alone.folder)
  expect(await getPolicyVersion(deps.db, 'privacy')).toMatch(/^own-/)
  const reply = await academy.as(undefined).get('/Academy/api/site/policies/privacy/')
  expect(reply.body).toMatchObject({ intro_html: '', sections: [{ heading: '', html: '<p>We keep nothing.</p>' }] })
  const other = await folderWith({ 'terms.md': OWN })
  await imported(academy, other.folder)
  expect(await getPolicyVersion(deps.db, 'privacy')).toMatch(/^own-/)
  const { folder } = await folderWith({ 'site.yaml': SETTINGS, 'terms.md': OWN })
  expect(await imported(academy, folder)).toContain('  changed    privacy.md')
  expect(await getPolicyVersion(deps.db, 'privacy')).not.toMatch(/^own-/)
  expect(await getPolicyVersion(deps.db, 'terms')).toMatch(/^own-/)
  const { rows } = await pool.query(`select after from audit_events where kind = 'academy.imported' order by at desc`)
  expect(rows[0]?.after['privacy.md']).toContain('the built-in text applies again')
})
