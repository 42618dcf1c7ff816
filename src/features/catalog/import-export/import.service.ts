import type { Executor } from '#db/open-database.ts'
import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  listAllProducts,
  describeChanges,
  listProductContents,
  openSourceFolder,
  type ProductParts,
  type Problem,
  type ProductPlan,
  type StoredProduct,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { saveRendered } from '#features/foundation/markdown/markdown.public.ts'
import {
  PRODUCT_FORMATS,
  getPublishedPlan,
  describeOverwrittenChanges,
} from '#features/catalog/drafts/drafts.public.ts'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import {
  findProductsByAddress,
  saveInTransaction,
  type ProductSaveContext,
  type SaveContext,
  dryRunSave,
  resolveProduct,
} from '#features/foundation/products/products.public.ts'
import {
  findSettings,
  recordSiteImport,
  renderSiteTexts,
  saveSettings,
  listSiteOriginals,
  readCurrentSite,
} from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { requireFreeSpace } from '#platform/files/require-free-space.ts'
import { isPrintable, findUnprintableCharacters } from '#platform/typography.ts'
import { AppError } from '#shared/app-error.ts'
import { type CountByKind, countByKind } from '#shared/kinds.ts'
import { findNearestWord } from '#shared/nearest-word.ts'
import { type AcademyPlan, readAcademyFolder, listWarnings } from './academy-folders.service.ts'
import { getTotalBytes, listDigests, listNeededFiles, NO_SPACE_HINT, storeFiles } from './import-files.service.ts'
import { type ImportReport, type KnownProduct, findMissing, getOutcome } from './import-reports.rules.ts'
import { preserveSaleStatus, recordImportedVersions, findOverwrittenSiteChanges } from './studio-conflicts.service.ts'
import { saveSitePictures } from './site-pictures.service.ts'
import { getCurrentPolicies, savePolicies } from './site-policies.service.ts'

type ImportDeps = Pick<Deps, 'db' | 'files' | 'now'>

export type ImportOptions = {
  isDryRun?: boolean
  /** Whether to overwrite what the studio has published since the last import. */
  isOverStudio?: boolean
}

export type ImportResult = CountByKind & { report: ImportReport }

/**
 * Imports a folder of plain files. If anything is wrong, reports all errors and stores nothing. Overwrites newer work
 * from the studio only if the caller asks for that. A dry run does everything, reports the result, and rolls back.
 */
export async function importFolder(
  deps: ImportDeps,
  folder: string,
  by: Actor,
  { isDryRun = false, isOverStudio = false }: ImportOptions = {},
): Promise<ImportResult | { problems: Problem[] }> {
  const source = await openSourceFolder(folder).catch(() => {
    throw new AppError(
      'invalid',
      `${folder} is not a folder that this user can read. Check the path and its permissions.`,
    )
  })
  const plan = await readAcademyFolder(source)
  if ('problems' in plan) return plan
  const problems = [
    ...findPrintProblems(plan),
    ...(await findAddressProblems(deps.db, plan.products)),
    ...(await findChoiceProblems(deps.db, plan)),
  ]
  if (problems.length > 0) return { problems }

  const contents = await listDigests(plan)
  const wanted = await listNeededFiles(deps.files, contents)
  await requireFreeSpace(deps.files, getTotalBytes(wanted), NO_SPACE_HINT)
  const warnings = await listWarnings(folder, plan)
  if (isDryRun)
    return toCounts(
      await dryRunSave(deps, contents, (saving) => save({ ...saving, by }, { ...plan, warnings }, isOverStudio)),
    )
  await storeFiles(deps.files, wanted)
  // Rendering takes seconds, so it runs before locks are taken.
  await saveRendered(
    deps.db,
    plan.products.flatMap(({ texts }) => texts),
  )
  const report = await saveInTransaction(deps, contents, async (saving) => {
    // While this was waiting for the lock, files may have been deleted because they were unused. From here on, none can
    // be deleted.
    await storeFiles(deps.files, await listNeededFiles(deps.files, contents))
    const report = await save({ ...saving, by }, { ...plan, warnings }, isOverStudio)
    await notifyImported(saving, report, by)
    return report
  })
  if (plan.site ?? Object.keys(plan.policies).length > 0) await renderSiteTexts(deps.db)
  return toCounts(report)
}

function toCounts(report: ImportReport): ImportResult {
  return { ...countByKind(report.products), report }
}

async function save(
  saving: ProductSaveContext,
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
  const before = await listKnownProducts(tx, products)
  const siteBefore = await siteParts(tx)
  const siteStanding = await readCurrentSite(tx)
  const policiesBefore = await getCurrentPolicies(tx)
  for (const product of products) await product.save(saving)
  const stays = await preserveSaleStatus(tx, before.standing, isOverStudio)
  if (site) {
    await saveSettings(tx, site.settings, now)
    await saveSitePictures(saving, site.pictures)
  }
  const policies = await savePolicies(tx, { texts, isWhole: site !== undefined, before: policiesBefore, now })

  const undone = isOverStudio ? [] : await findOverwrittenSiteChanges(tx, siteStanding)
  await recordSiteImport(tx, { isWhole: site !== undefined, policies: texts })

  const after = await listKnownProducts(tx, products)
  const settings = site && getOutcome(changes(siteBefore, await siteParts(tx)))
  const outcomes = products.map(({ kind, slug }) => {
    const saved = after.named.get(slug)
    if (!saved) throw new Error(`The product ${slug} was not saved.`)
    const named = saved.slug === slug ? {} : { named: slug }
    return {
      kind,
      slug: saved.slug,
      ...named,
      ...(stays.has(saved.id) && { stays: stays.get(saved.id) }),
      ...getOutcome(changes(before.parts.get(saved.id), after.parts.get(saved.id))),
    }
  })
  undone.push(
    ...(await recordImportedVersions(saving, { before: before.standing, after: after.standing, isOverStudio })),
  )
  if (undone.length > 0) throw new AppError('invalid', describeOverwrittenChanges(undone))
  const fresh = after.all.filter(({ id }) => after.parts.has(id) && !before.parts.has(id))
  const named = new Set(outcomes.map(({ slug }) => slug))
  const missing = isAcademy ? findMissing(after.all, { fresh, named }) : []
  return { products: outcomes, settings, policies, warnings, missing }
}

function changes(before: ProductParts | undefined, after: ProductParts | undefined): string[] | undefined {
  return before && describeChanges(before, after ?? {})
}

/** Returns the stored site settings by their keys in `site.yaml`, or undefined if there are none. */
async function siteParts(tx: Executor): Promise<ProductParts | undefined> {
  const settings = await findSettings(tx)
  if (settings === undefined) return undefined
  const named = Object.entries(settings as object).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : [value],
  ])
  const pictures = (await listSiteOriginals(tx)).map(({ place, position, sha256 }) => ({ place, position, sha256 }))
  const of = (place: string) => pictures.filter((picture) => picture.place === place)
  return {
    ...(Object.fromEntries(named) as ProductParts),
    'logo image': of('logo'),
    "founder's portrait": of('portrait'),
    'book covers': of('book'),
    "home page's picture": of('hero'),
    'favicon image': of('favicon'),
  }
}

/** Lists all current products, the products with the folder's slugs, and the parts of the latter by product ID. */
async function listKnownProducts(tx: Executor, plans: ProductPlan[]) {
  const named = await findProductsByAddress(tx, listAddresses(plans))
  const ids = new Set([...named.values()].map(({ id }) => id))
  const contents = Map.groupBy(await listProductContents(tx), ({ productId }) => productId)
  const products = await listAllProducts(tx)
  const parts = new Map<string, ProductParts>()
  const standing = new Map<string, { product: StoredProduct; plan: PlanFields }>()
  for (const product of products) {
    if (!ids.has(product.id)) continue
    const plan = await getPublishedPlan(tx, product)
    parts.set(product.id, await PRODUCT_FORMATS[product.kind].parts(tx, product, plan))
    standing.set(product.id, { product, plan })
  }
  const all = products.map(({ id, kind, slug, title }): KnownProduct & { id: string } => {
    return { id, kind, slug, title, contents: new Set(contents.get(id)?.map(({ sha256 }) => sha256)) }
  })
  return { all, named, parts, standing }
}

function listAddresses(plans: ProductPlan[]): string[] {
  return plans.flatMap(({ slug, earlierAddresses }) => [slug, ...earlierAddresses])
}

async function notifyImported(
  { tx, now }: SaveContext,
  { products, settings, policies }: ImportReport,
  by: Actor,
): Promise<void> {
  const slugsOf = (isNew: boolean) =>
    products.filter(({ outcome }) => (outcome === 'new') === isNew).map(({ slug }) => slug)
  const reportedPolicies = policies.flatMap(({ file, outcome, changes }) =>
    outcome === 'unchanged' ? [] : [[file, changes.join('; ')] as const],
  )
  const after = {
    new: slugsOf(true),
    updated: slugsOf(false),
    'site settings': settings ? 'yes' : 'no',
    ...Object.fromEntries(reportedPolicies),
  }
  await recordEvent(tx, { at: now, kind: 'academy.imported', by, after })
}

/**
 * Finds names that can't be printed on certificates and invoices, because their fonts have only Latin, Greek, and
 * Cyrillic characters.
 */
function findPrintProblems({ site, products }: AcademyPlan): Problem[] {
  const names = products.map(({ at, title }) => ({ file: at, name: title }))
  return [...(site ? [{ file: 'site.yaml', name: site.settings.name }] : []), ...names]
    .filter(({ name }) => !isPrintable(name, 'serif'))
    .map(({ file, name }) => ({
      file,
      message: `name can't be printed on certificates and invoices, because they can't include ${findUnprintableCharacters(name, 'serif').join(' ')}: use Latin, Greek, or Cyrillic letters`,
    }))
}

/**
 * Checks that each product of the folder matches one product of its kind or is new, and that no two match the same
 * product or slug.
 */
async function findAddressProblems(db: Executor, products: ProductPlan[]): Promise<Problem[]> {
  const known = await findProductsByAddress(db, listAddresses(products))
  const meant = new Map<string, string>()
  return products.flatMap((product): Problem[] => {
    const { slug, earlierAddresses, at } = product
    const which = resolveProduct(product, known)
    if ('wrong' in which) return [{ file: at, line: 1, message: which.wrong }]
    const claims = [...new Set([which.id ?? slug, slug, ...earlierAddresses])]
    const other = claims.map((claim) => meant.get(claim)).find((file) => file !== undefined)
    for (const claim of claims) meant.set(claim, at)
    if (other === undefined) return []
    return [
      { file: at, line: 1, message: `is the same product as ${other}, or has one of its addresses: keep one of them` },
    ]
  })
}

/**
 * Checks that courses that are listed for the home page or the footer exist, either in the folder or in the academy.
 */
async function findChoiceProblems(db: Executor, { site, products }: AcademyPlan): Promise<Problem[]> {
  const { popular_courses: popular = [], featured_courses: featured = [] } = site?.settings ?? {}
  const chosen = [
    ...featured.map((slug) => ({ key: 'featured_courses', slug })),
    ...popular.map((slug) => ({ key: 'popular_courses', slug })),
  ]
  if (chosen.length === 0) return []
  const known = await findProductsByAddress(
    db,
    chosen.map(({ slug }) => slug),
  )
  const kinds = new Map([...known].map(([slug, { kind }]) => [slug, kind]))
  for (const { slug, kind } of products) kinds.set(slug, kind)
  const courses = products.filter(({ kind }) => kind === 'course').map(({ slug }) => slug)
  return chosen
    .filter(({ slug }) => kinds.get(slug) !== 'course')
    .map(({ key, slug }) => {
      const kind = kinds.get(slug)
      const meant = findNearestWord(slug, courses)
      const wrong = kind === undefined ? `there is no course '${slug}'` : `'${slug}' is a ${kind}`
      const way =
        meant === undefined ? 'use the names of course folders, or leave it empty' : `did you mean '${meant}'?`
      return { file: 'site.yaml', message: `${key}: ${wrong}; ${way}` }
    })
}
