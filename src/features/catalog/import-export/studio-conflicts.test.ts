import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { putProductOnSale } from '#features/catalog/drafts/drafts.public.ts'
import type { SiteForm } from '#features/back-office/studio/site-screen.contract.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { exportFolder } from './export.service.ts'
import { importFolder, type ImportOptions } from './import.service.ts'
import { formatReport } from './import-reports.rules.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const SITE = '/Academy/api/studio/site/'
const SETTINGS = `name: Night School
phone: "(555) 010-0001"
social:
  - name: LinkedIn
    url: https://example.com/in
founder:
  name: Ada
  text: She watched.
`

async function academyWithFolder() {
  const academy = await testAcademy()
  const { deps, as, member } = academy
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-over-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const write = (file: string, text: string) => writeFile(path.join(folder, file), text)
  const load = async (options?: ImportOptions) => {
    const result = await importFolder(deps, folder, OPERATOR, options)
    if ('problems' in result) throw new Error(JSON.stringify(result.problems))
    return formatReport(result.report, false)
  }
  const owner = as(await member({ role: 'owner' }))
  const read = async (): Promise<{ site: SiteForm; revision: string }> => (await owner.get(SITE)).body
  const save = async (part: (site: SiteForm) => Partial<SiteForm>) => {
    const { site, revision } = await read()
    expect((await owner.post(SITE, { site: { ...site, ...part(site) }, revision })).status).toBe(200)
  }
  return { ...academy, folder, write, load, read, save }
}

test("rejects overwriting the studio's site changes in an import and shows all three values", async () => {
  const { write, load, read, save } = await academyWithFolder()
  await write('site.yaml', SETTINGS)
  await write('terms.md', '# Terms\n\nBe kind.\n')
  await load()
  await save(({ founder, policies }) => ({
    phone: '(555) 010-0002',
    founder: { ...founder, text: 'She listened.' },
    social: [],
    policies: { ...policies, terms: '# Terms\n\nBe early.' },
  }))
  const saved = (await read()).site
  // Only the folder contains this change. Without the conflict, it would be applied.
  await write('site.yaml', SETTINGS.replace('name: Night School', 'name: Day School'))
  for (const isDryRun of [true, false]) {
    const refused = load({ isDryRun })
    await expect(refused).rejects.toThrow(
      'site, phone: at the last import "(555) 010-0001", in the studio "(555) 010-0002", in this folder "(555) 010-0001"',
    )
    await expect(refused).rejects.toThrow('site, founder › text: at the last import "She watched."')
    await expect(refused).rejects.toThrow(
      'site, terms.md: at the last import "# Terms Be kind.", in the studio "# Terms Be early.", in this folder "# Terms Be kind."',
    )
    await expect(refused).rejects.toThrow(
      /site, social: at the last import "\[.*LinkedIn.*, in the studio "", in this folder/,
    )
    await expect(refused).rejects.not.toThrow('Day School')
  }
  expect((await read()).site).toEqual(saved)

  await load({ isOverStudio: true })
  expect((await read()).site).toMatchObject({
    name: 'Day School',
    phone: '(555) 010-0001',
    policies: { terms: '# Terms\n\nBe kind.' },
  })
  // From here on, the next import is compared with this folder.
  await write('site.yaml', SETTINGS.replace('phone: "(555) 010-0001"', 'phone: "(555) 010-0003"'))
  expect(await load()).toContain('changed    site.yaml')
})

test("imports and exports the texts of emails, and does not overwrite the studio's", async () => {
  const { deps, as, member, write, load } = await academyWithFolder()
  const owner = as(await member({ role: 'owner' }))
  const address = '/Academy/api/studio/email-texts/receipt/'
  const texts = `email_texts:\n  receipt:\n    subject: 'Hi {name}'\n    opening: |\n      {item}\n      is ready.\n`
  await write('site.yaml', SETTINGS + texts)
  await load()
  const { subject, opening, revision } = (await owner.get(address)).body
  expect([subject, opening]).toEqual(['Hi {name}', '{item}\n\nis ready.'])
  await owner.post(address, { subject: 'Hello {name}', opening: '{item} is ready.', revision })
  await expect(load()).rejects.toThrow(
    'site, email_texts › receipt › subject: at the last import "Hi {name}", in the studio "Hello {name}", in this folder "Hi {name}"',
  )
  const exported = await mkdtemp(path.join(tmpdir(), 'academy-over-'))
  onTestFinished(() => rm(exported, { recursive: true, force: true }))
  await exportFolder(deps, exported)
  expect(await readFile(path.join(exported, 'site.yaml'), 'utf8')).toMatch(
    /email_texts:\n {2}receipt:\n {4}subject: "?Hello \{name\}"?\n/,
  )
  expect(await importFolder(deps, exported, OPERATOR)).toMatchObject({ report: { settings: { outcome: 'unchanged' } } })
  expect((await owner.get(address)).body.subject).toBe('Hello {name}')
})

test.skipIf(isEveryChange)(
  "merges separate changes in folder and studio once the folder includes the studio's part",
  async () => {
    const { deps, write, load, save, read } = await academyWithFolder()
    await write('site.yaml', SETTINGS)
    await load()
    await save(() => ({ phone: '(555) 010-0002' }))
    await write(
      'site.yaml',
      SETTINGS.replace('phone: "(555) 010-0001"', 'phone: "(555) 010-0002"').replace('Night', 'Day'),
    )
    await load()
    expect((await read()).site).toMatchObject({ name: 'Day School', phone: '(555) 010-0002' })
    await save(() => ({ phone: '(555) 010-0004' }))
    const exported = await mkdtemp(path.join(tmpdir(), 'academy-over-'))
    onTestFinished(() => rm(exported, { recursive: true, force: true }))
    await exportFolder(deps, exported)
    expect(await importFolder(deps, exported, OPERATOR)).toMatchObject({
      report: { settings: { outcome: 'unchanged' } },
    })
  },
)

test.skipIf(isEveryChange)(
  'does not let a foreign folder, or one policy alone, overwrite an academy set up in the studio',
  async () => {
    const { write, load, save, read } = await academyWithFolder()
    await save(({ policies }) => ({ name: 'Made here', policies: { ...policies, terms: 'Be early.' } }))
    await write('terms.md', 'Be kind.\n')
    await expect(load()).rejects.toThrow('site, terms.md: at the last import "", in the studio "Be early."')
    await load({ isOverStudio: true })
    await write('terms.md', 'Be very kind.\n')
    await load()
    await write('site.yaml', SETTINGS)
    await expect(load()).rejects.toThrow(
      'site, name: at the last import "Legal Nurse Academy", in the studio "Made here", in this folder "Night School"',
    )
    expect((await read()).site).toMatchObject({ name: 'Made here', policies: { terms: 'Be very kind.' } })
  },
)

test('keeps a product off sale that staff took off, and reports it, until the folder says the same', async () => {
  const { deps, folder, load, pool } = await academyWithFolder()
  const course = await writeCourse(folder)
  const page = path.join(course, 'course.md')
  const text = await readFile(page, 'utf8')
  const say = (line: string) => writeFile(page, text.replace('---\n', `---\n${line}`))
  const state = async () => {
    const { rows } = await pool.query('select published_at, sale_chosen from products')
    return rows[0]
  }
  const choose = async (isOnSale: boolean) => {
    const { rows } = await pool.query('select id from products')
    await putProductOnSale(deps, { id: rows[0].id, isOnSale, by: OPERATOR })
  }
  await load()
  const { published_at: since } = await state()
  await choose(false)
  const report = await load()
  expect(report).toContain(
    'Since the last import, staff changed whether these are for sale, and this folder differs. The import did not change them:',
  )
  expect(report).toContain('  not for sale  courses/reading-a-record')
  expect(await state()).toEqual({ published_at: null, sale_chosen: false })
  await say('published: false\n')
  expect(await load()).not.toContain('staff changed whether these are for sale')
  expect(await state()).toEqual({ published_at: null, sale_chosen: null })

  // This is the reverse case: the folder says that the product is off sale, and staff put it back on sale.
  await choose(true)
  const { published_at: again } = await state()
  expect(again).not.toEqual(since)
  expect(await load()).toContain('  for sale      courses/reading-a-record')
  expect(await state()).toEqual({ published_at: again, sale_chosen: true })
  await load({ isOverStudio: true })
  expect(await state()).toEqual({ published_at: null, sale_chosen: null })
})
