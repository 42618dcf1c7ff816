import { realpath } from 'node:fs/promises'
import path from 'node:path'
import {
  sortProblems,
  joinPath,
  type Problem,
  formatProblem,
  type ProductPlan,
  type FolderReadContext,
  readYamlFile,
  type SourceFile,
  type SourceFolder,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { findWrittenTextErrors, toStoredTexts } from '#features/foundation/email-texts/email-texts.public.ts'
import type { Finding } from '#features/foundation/product-folders/product-folders.contract.ts'
import { type SitePicture, SiteSettings } from '#features/foundation/site/site.public.ts'
import { formatList } from '#shared/format-list.ts'
import { isSlug } from '#shared/ids.ts'
import { type Kind, KIND_NAMES, pluralizeKind } from '#shared/kinds.ts'
import { findNearestWord } from '#shared/nearest-word.ts'
import { PRODUCT_FORMATS } from '#features/catalog/drafts/drafts.public.ts'
import { readSitePictures } from './site-pictures.service.ts'
import { type PolicyTexts, readPolicies } from './site-policies.service.ts'

export type SitePlan = { settings: SiteSettings; pictures: SitePicture[] }

/** Everything that was read from a folder and validated, but is not stored yet. */
export type AcademyPlan = {
  site: SitePlan | undefined
  policies: PolicyTexts
  products: ProductPlan[]
  files: SourceFile[]
  /** Text that readers won't see as intended. */
  warnings: Problem[]
  /** False for the folder of a single product. Importing it doesn't affect other products. */
  isAcademy: boolean
}

/** Reads a folder of a whole academy, of part of one, or of a single product. */
export async function readAcademyFolder(folder: SourceFolder): Promise<AcademyPlan | { problems: Problem[] }> {
  const reading: FolderReadContext = { folder, problems: [], warnings: [], files: [] }
  const plan = (await readSingleProduct(reading)) ?? (await readAllProducts(reading))
  const { problems, warnings, files } = reading
  return problems.length > 0
    ? { problems: sortProblems(problems) }
    : { ...plan, files, warnings: sortProblems(warnings) }
}

/** The folder with the site's pictures. The pictures may also be next to `site.yaml`. */
const SITE_FOLDER = 'site'

type FolderContents = Omit<AcademyPlan, 'files' | 'warnings'>

async function readSingleProduct(reading: FolderReadContext): Promise<FolderContents | undefined> {
  for (const kind of KIND_NAMES) {
    if (!(await reading.folder.has(`${kind}.md`))) continue
    const product = await readProduct(reading, kind, '', reading.folder.name)
    return { site: undefined, policies: {}, products: product ? [product] : [], isAcademy: false }
  }
  return undefined
}

async function readAllProducts(reading: FolderReadContext): Promise<FolderContents> {
  const { folder, problems } = reading
  const plan: FolderContents = { site: undefined, policies: await readPolicies(reading), products: [], isAcademy: true }
  const seen = new Map<string, string>()
  const known = KIND_NAMES.map(pluralizeKind)
  for (const entry of await folder.entries('')) {
    if (entry.isFile && entry.name !== 'site.yaml' && /^(site|settings)[.](ya?ml|txt)([.]txt)?$/i.test(entry.name))
      problems.push({ file: entry.name, message: 'must be named site.yaml: rename it' })
    const folders: string[] = [...known, SITE_FOLDER]
    if (entry.wrong !== undefined) problems.push({ file: entry.name, message: entry.wrong })
    if (entry.isFile || entry.wrong !== undefined || folders.includes(entry.name)) continue
    const meant = findNearestWord(entry.name, folders)
    problems.push({
      file: entry.name,
      message: `unknown folder${meant ? `; did you mean ${meant}?` : `; known: ${folders.join(', ')}`}`,
    })
  }
  if (await folder.has('site.yaml')) plan.site = await readSite(reading)

  for (const kind of KIND_NAMES) {
    const shelf = pluralizeKind(kind)
    for (const entry of await folder.entries(shelf)) {
      const at = joinPath(shelf, entry.name)
      if (entry.isFile) {
        const usual = `${shelf}/${entry.name.replace(/[.]md$/i, '')}/${kind}.md`
        if (/[.]md$/i.test(entry.name))
          problems.push({
            file: at,
            message: `must be in its own folder, whose name becomes its address: ${usual}`,
          })
        continue
      }
      const earlier = seen.get(entry.name)
      if (earlier !== undefined)
        problems.push({
          file: at,
          message: `has the same name as ${earlier}: names must be unique across courses, podcasts, and documents`,
        })
      seen.set(entry.name, at)
      const product = await readProduct(reading, kind, at, entry.name)
      if (product) plan.products.push(product)
    }
  }
  const isEmpty = plan.site === undefined && Object.keys(plan.policies).length === 0
  if (isEmpty && seen.size === 0 && problems.length === 0) {
    const shelves = known.map((shelf) => `${shelf}/`).join(', ')
    const pages = KIND_NAMES.map((kind) => `${kind}.md`)
    problems.push({
      file: '.',
      message: `there is nothing to import here: expected ${shelves}, site.yaml, or one ${formatList(pages, 'or')}`,
    })
  }
  return plan
}

async function readSite(reading: FolderReadContext): Promise<SitePlan | undefined> {
  const read = await readYamlFile(reading, SiteSettings, 'site.yaml', findSiteErrors)
  const pictures = read ? await readSitePictures(reading, read) : []
  if (!read?.value) return undefined
  const { email_texts: texts, ...settings } = read.value
  const stored = texts && toStoredTexts(texts)
  return { settings: { ...settings, ...(stored && { email_texts: stored }) }, pictures }
}

function findSiteErrors(raw: unknown): Finding[] {
  const texts = raw instanceof Object && 'email_texts' in raw ? raw.email_texts : undefined
  return findWrittenTextErrors(texts).map(({ path, message }) => ({ path: ['email_texts', ...path], message }))
}

async function readProduct(
  reading: FolderReadContext,
  kind: Kind,
  at: string,
  slug: string,
): Promise<ProductPlan | undefined> {
  if (!isSlug(slug)) {
    reading.problems.push({
      file: at || '.',
      message: `the folder's name must be lowercase words and numbers joined by hyphens, because it becomes the web address`,
    })
  }
  return PRODUCT_FORMATS[kind].read(reading, at, slug)
}

export async function listWarnings(folder: string, { files, warnings: ofTexts }: AcademyPlan): Promise<string[]> {
  const root = await realpath(folder)
  const found = new Map<string, string[]>()
  for (const { source, warnings = [] } of files) {
    if (typeof source !== 'string') continue
    const file = path.relative(root, source).replaceAll(path.sep, '/')
    found.set(
      file,
      warnings.map((warning) => formatProblem({ file, ...warning })),
    )
  }
  return [...ofTexts.map(formatProblem), ...[...found.values()].flat()]
}
