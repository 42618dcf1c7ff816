import type { Executor } from '#db/open.ts'
import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  allProducts,
  changesInWords,
  contentOf,
  contentsOf,
  nearestWord,
  openSourceFolder,
  type Parts,
  type Problem,
  type ProductPlan,
  type SourceFile,
  type StoredProduct,
} from '#features/foundation/course-folders/course-folders.public.ts'
import { saveRendered } from '#features/foundation/markdown/markdown.public.ts'
import { FORMS, standingPlan, undoneInWords } from '#features/catalog/drafts/drafts.public.ts'
import type { PlanFields } from '#features/foundation/course-folders/draft-plan.contract.ts'
import {
  productsAt,
  saveTogether,
  type Saving,
  tryTogether,
  whichProduct,
} from '#features/foundation/products/products.public.ts'
import {
  findSettings,
  keepImported,
  renderSite,
  saveSettings,
  siteOriginals,
  standingSite,
} from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { fewAtOnce } from '#platform/files/few-at-once.ts'
import { digestOf, type StoredFile } from '#platform/files/files.ts'
import { refuseWithoutRoom } from '#platform/files/room-for.ts'
import { isPrintable, unprintableLetters } from '#platform/lettering.ts'
import { AppError } from '#shared/app-error.ts'
import { type CountByKind, countByKind } from '#shared/kinds.ts'
import { type AcademyPlan, readAcademyFolder, warningsIn } from './academy-folder.service.ts'
import { type ImportReport, type Known, missingOf, outcomeOf } from './import-report.rules.ts'
import { keepChosenSale, keepVersions, undoneOfSite } from './studio-conflicts.service.ts'
import { saveSitePictures } from './site-pictures.service.ts'
import { policiesInForce, savePolicies } from './site-policies.service.ts'

type ImportDeps = Pick<Deps, 'db' | 'files' | 'now'>

export type ImportOptions = {
  isDryRun?: boolean
  /** Whether what the studio has published since the last import may be taken back. */
  isOverStudio?: boolean
}

/** What each file of the folder holds. */
type Contents = Map<SourceFile, StoredFile>

export type Imported = CountByKind & { report: ImportReport }

/**
 * Loads a folder of plain files, or tells everything that is wrong with it and stores nothing. One that would take back newer work of the studio is refused. A dry run does all of it, tells what came of it,
 * and takes it back.
 */
export async function importFolder(
  deps: ImportDeps,
  folder: string,
  by: Actor,
  { isDryRun = false, isOverStudio = false }: ImportOptions = {},
): Promise<Imported | { problems: Problem[] }> {
  const source = await openSourceFolder(folder).catch(() => {
    throw new AppError('invalid', `${folder} is not a folder that can be read.`)
  })
  const plan = await readAcademyFolder(source)
  if ('problems' in plan) return plan
  const problems = [
    ...printProblems(plan),
    ...(await addressProblems(deps.db, plan.products)),
    ...(await choiceProblems(deps.db, plan)),
  ]
  if (problems.length > 0) return { problems }

  const contents = await digestsOf(plan)
  const wanted = await wantedOf(deps.files, contents)
  await refuseWithoutRoom(deps.files, bytesOf(wanted), MAKE_ROOM)
  const warnings = await warningsIn(folder, plan)
  if (isDryRun)
    return counted(await tryTogether(deps, contents, (saving) => save(saving, { ...plan, warnings }, isOverStudio)))
  await storeFiles(deps.files, wanted)
  // Before others must wait: rendering takes seconds.
  await saveRendered(
    deps.db,
    plan.products.flatMap(({ texts }) => texts),
  )
  const report = await saveTogether(deps, contents, async (saving) => {
    // Unused ones were perhaps removed while we waited: from here on nobody does.
    await storeFiles(deps.files, await wantedOf(deps.files, contents))
    const report = await save(saving, { ...plan, warnings }, isOverStudio)
    await tellImported(saving, report, by)
    return report
  })
  if (plan.site ?? Object.keys(plan.policies).length > 0) await renderSite(deps.db)
  return counted(report)
}

function counted(report: ImportReport): Imported {
  return { ...countByKind(report.products), report }
}

async function save(
  saving: Saving,
  {
    site,
    policies: texts,
    products,
    isAcademy,
    warnings,
  }: Omit<AcademyPlan, 'warnings'> & Pick<ImportReport, 'warnings'>,
  isOverStudio: boolean,
): Promise<ImportReport> {
  const { tx, now } = saving
  const before = await knownProducts(tx, products)
  const siteBefore = await siteParts(tx)
  const siteStanding = await standingSite(tx)
  const policiesBefore = await policiesInForce(tx)
  for (const product of products) await product.save(saving)
  const stays = await keepChosenSale(tx, before.standing, isOverStudio)
  if (site) {
    await saveSettings(tx, site.settings, now)
    await saveSitePictures(saving, site.pictures)
  }
  const policies = await savePolicies(tx, { texts, isWhole: site !== undefined, before: policiesBefore, now })

  const undone = isOverStudio ? [] : await undoneOfSite(tx, siteStanding)
  await keepImported(tx, { isWhole: site !== undefined, policies: texts })

  const after = await knownProducts(tx, products)
  const settings = site && outcomeOf(changes(siteBefore, await siteParts(tx)))
  const outcomes = products.map(({ kind, slug }) => {
    const saved = after.named.get(slug)
    if (!saved) throw new Error(`The product ${slug} was not saved.`)
    const named = saved.slug === slug ? {} : { named: slug }
    return {
      kind,
      slug: saved.slug,
      ...named,
      ...(stays.has(saved.id) && { stays: stays.get(saved.id) }),
      ...outcomeOf(changes(before.parts.get(saved.id), after.parts.get(saved.id))),
    }
  })
  undone.push(...(await keepVersions(saving, { before: before.standing, after: after.standing, isOverStudio })))
  if (undone.length > 0) throw new AppError('invalid', undoneInWords(undone))
  const fresh = after.all.filter(({ id }) => after.parts.has(id) && !before.parts.has(id))
  const named = new Set(outcomes.map(({ slug }) => slug))
  const missing = isAcademy ? missingOf(after.all, { fresh, named }) : []
  return { products: outcomes, settings, policies, warnings, missing }
}

function changes(before: Parts | undefined, after: Parts | undefined): string[] | undefined {
  return before && changesInWords(before, after ?? {})
}

/** What the academy holds of the site, by the keys of `site.yaml`; undefined until there is anything. */
async function siteParts(tx: Executor): Promise<Parts | undefined> {
  const settings = await findSettings(tx)
  if (settings === undefined) return undefined
  const named = Object.entries(settings as object).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : [value],
  ])
  const pictures = (await siteOriginals(tx)).map(({ place, position, sha256 }) => ({ place, position, sha256 }))
  const of = (place: string) => pictures.filter((picture) => picture.place === place)
  return {
    ...(Object.fromEntries(named) as Parts),
    'picture of the logo': of('logo'),
    'portrait of the founder': of('portrait'),
    'covers of books': of('book'),
  }
}

/** All products as they are now, those that the folder's addresses lead to, and the parts of these by their ids. */
async function knownProducts(tx: Executor, plans: ProductPlan[]) {
  const named = await productsAt(tx, addressesOf(plans))
  const ids = new Set([...named.values()].map(({ id }) => id))
  const contents = Map.groupBy(await contentsOf(tx), ({ productId }) => productId)
  const products = await allProducts(tx)
  const parts = new Map<string, Parts>()
  const standing = new Map<string, { product: StoredProduct; plan: PlanFields }>()
  for (const product of products) {
    if (!ids.has(product.id)) continue
    parts.set(product.id, await FORMS[product.kind].parts(tx, product))
    standing.set(product.id, { product, plan: await standingPlan(tx, product) })
  }
  const all = products.map(({ id, kind, slug, title }): Known & { id: string } => {
    return { id, kind, slug, title, contents: new Set(contents.get(id)?.map(({ sha256 }) => sha256)) }
  })
  return { all, named, parts, standing }
}

/** All that the folder names, those of before among them. */
function addressesOf(plans: ProductPlan[]): string[] {
  return plans.flatMap(({ slug, earlierAddresses }) => [slug, ...earlierAddresses])
}

async function tellImported(
  { tx, now }: Saving,
  { products, settings, policies }: ImportReport,
  by: Actor,
): Promise<void> {
  const slugsOf = (isNew: boolean) =>
    products.filter(({ outcome }) => (outcome === 'new') === isNew).map(({ slug }) => slug)
  const toldPolicies = policies.flatMap(({ file, outcome, changes }) =>
    outcome === 'unchanged' ? [] : [[file, changes.join('; ')] as const],
  )
  const after = {
    new: slugsOf(true),
    again: slugsOf(false),
    'settings of the site': settings ? 'yes' : 'no',
    ...Object.fromEntries(toldPolicies),
  }
  await recordEvent(tx, { at: now, kind: 'academy.imported', by, after })
}

/** Certificates and invoices carry these names; their typefaces have Latin, Greek and Cyrillic letters. */
function printProblems({ site, products }: AcademyPlan): Problem[] {
  const names = products.map(({ at, title }) => ({ file: at, name: title }))
  return [...(site ? [{ file: 'site.yaml', name: site.settings.name }] : []), ...names]
    .filter(({ name }) => !isPrintable(name, 'serif'))
    .map(({ file, name }) => ({
      file,
      message: `name can't be printed on certificates and invoices: ${unprintableLetters(name, 'serif').join(' ')} is not Latin, Greek or Cyrillic`,
    }))
}

/** Each product of the folder must be one of the academy, of its kind, or none; and no two of them the same, or of one address. */
async function addressProblems(db: Executor, products: ProductPlan[]): Promise<Problem[]> {
  const known = await productsAt(db, addressesOf(products))
  const meant = new Map<string, string>()
  return products.flatMap((product): Problem[] => {
    const { slug, earlierAddresses, at } = product
    const which = whichProduct(product, known)
    if ('wrong' in which) return [{ file: at, line: 1, message: which.wrong }]
    const claims = [...new Set([which.id ?? slug, slug, ...earlierAddresses])]
    const other = claims.map((claim) => meant.get(claim)).find((file) => file !== undefined)
    for (const claim of claims) meant.set(claim, at)
    if (other === undefined) return []
    return [
      { file: at, line: 1, message: `is the same product as ${other}, or has an address of it: keep one of them` },
    ]
  })
}

/** A choice of courses must be one: of those in the folder, or in the academy. */
async function choiceProblems(db: Executor, { site, products }: AcademyPlan): Promise<Problem[]> {
  const chosen = site?.settings.popular_courses ?? []
  if (chosen.length === 0) return []
  const known = await productsAt(db, chosen)
  const kinds = new Map([...known].map(([slug, { kind }]) => [slug, kind]))
  for (const { slug, kind } of products) kinds.set(slug, kind)
  const courses = products.filter(({ kind }) => kind === 'course').map(({ slug }) => slug)
  return chosen
    .filter((slug) => kinds.get(slug) !== 'course')
    .map((slug) => {
      const kind = kinds.get(slug)
      const meant = nearestWord(slug, courses)
      const wrong = kind === undefined ? `there is no course '${slug}'` : `'${slug}' is a ${kind}`
      const way =
        meant === undefined ? 'name courses by the names of their folders, or none' : `did you mean '${meant}'?`
      return { file: 'site.yaml', message: `popular_courses: ${wrong}; ${way}` }
    })
}

async function digestsOf({ files }: AcademyPlan): Promise<Contents> {
  const contents: Contents = new Map()
  await fewAtOnce(files, async (file) => {
    contents.set(file, await digestOf(contentOf(file)))
  })
  return contents
}

/** What is to be written: each content once, and only where the store does not have it. */
async function wantedOf(store: Deps['files'], contents: Contents): Promise<Contents> {
  const byDigest = new Map([...contents].map(([file, stored]) => [stored.sha256, { file, stored }]))
  const wanted: Contents = new Map()
  await fewAtOnce([...byDigest.values()], async ({ file, stored }) => {
    if ((await store.size(stored.sha256)) !== stored.bytes) wanted.set(file, stored)
  })
  return wanted
}

/** What is told where the disk is too full. */
const MAKE_ROOM = 'Nothing was stored. Make room, or put the files elsewhere (FILES_URL, and move-files).'

function bytesOf(wanted: Contents): number {
  return [...wanted.values()].reduce((sum, stored) => sum + stored.bytes, 0)
}

async function storeFiles(store: Deps['files'], wanted: Contents): Promise<void> {
  await fewAtOnce([...wanted], ([file, stored]) => store.keep(stored, () => Promise.resolve(contentOf(file))))
}
