import type { Executor } from '#db/open.ts'
import { type Actor, recordEvent } from '#features/audit/audit.public.ts'
import { nearestWord, openSourceFolder, type Problem, type ProductPlan } from '#features/folders/folders.public.ts'
import { anotherKind, kindsOfSlugs, saveTogether, type StoredFiles } from '#features/products/products.public.ts'
import { saveSettings } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { fewAtOnce } from '#platform/files/few-at-once.ts'
import { isPrintable, unprintableLetters } from '#platform/lettering.ts'
import { AppError } from '#shared/app-error.ts'
import { type CountByKind, countByKind } from '#shared/kinds.ts'
import { type AcademyPlan, readAcademyFolder } from './academy-folder.service.ts'

type ImportDeps = Pick<Deps, 'db' | 'files' | 'now'>

/** Loads a folder of plain files, or tells everything that is wrong with it and stores nothing. */
export async function importFolder(
  deps: ImportDeps,
  folder: string,
  by: Actor,
): Promise<CountByKind | { problems: Problem[] }> {
  const source = await openSourceFolder(folder).catch(() => {
    throw new AppError('invalid', `${folder} is not a folder that can be read.`)
  })
  const plan = await readAcademyFolder(source)
  if ('problems' in plan) return plan
  const problems = [
    ...printProblems(plan),
    ...(await kindProblems(deps.db, plan.products)),
    ...(await choiceProblems(deps.db, plan)),
  ]
  if (problems.length > 0) return { problems }

  await saveTogether(deps, await storeFiles(deps.files, plan), async (saving) => {
    const { tx, now } = saving
    const slugs = plan.products.map(({ slug }) => slug)
    const known = await kindsOfSlugs(tx, slugs)
    for (const product of plan.products) await product.save(saving)
    if (plan.site) await saveSettings(tx, plan.site, now)
    const [again, fresh] = [true, false].map((wasKnown) => slugs.filter((slug) => known.has(slug) === wasKnown))
    const after = { new: fresh ?? [], again: again ?? [], 'settings of the site': plan.site ? 'yes' : 'no' }
    await recordEvent(tx, { at: now, kind: 'academy.imported', by, after })
  })
  return countByKind(plan.products)
}

/** Certificates and invoices carry these names; their typefaces have Latin, Greek and Cyrillic letters. */
function printProblems({ site, products }: AcademyPlan): Problem[] {
  const names = products.map(({ at, title }) => ({ file: at, name: title }))
  return [...(site ? [{ file: 'site.yaml', name: site.name }] : []), ...names]
    .filter(({ name }) => !isPrintable(name, 'serif'))
    .map(({ file, name }) => ({
      file,
      message: `name can't be printed on certificates and invoices: ${unprintableLetters(name, 'serif').join(' ')} is not Latin, Greek or Cyrillic`,
    }))
}

async function kindProblems(db: Executor, products: ProductPlan[]): Promise<Problem[]> {
  const known = await kindsOfSlugs(
    db,
    products.map(({ slug }) => slug),
  )
  return products.flatMap(({ slug, kind, at }) => {
    const taken = known.get(slug)
    return taken === undefined || taken === kind ? [] : [{ file: at, line: 1, message: anotherKind(slug, taken) }]
  })
}

/** A choice of courses must be one: of those in the folder, or in the academy. */
async function choiceProblems(db: Executor, { site, products }: AcademyPlan): Promise<Problem[]> {
  const chosen = site?.popular_courses ?? []
  if (chosen.length === 0) return []
  const kinds = await kindsOfSlugs(db, chosen)
  for (const { slug, kind } of products) kinds.set(slug, kind)
  const known = products.filter(({ kind }) => kind === 'course').map(({ slug }) => slug)
  return chosen
    .filter((slug) => kinds.get(slug) !== 'course')
    .map((slug) => {
      const kind = kinds.get(slug)
      const meant = nearestWord(slug, known)
      const wrong = kind === undefined ? `there is no course '${slug}'` : `'${slug}' is a ${kind}`
      const way =
        meant === undefined ? 'name courses by the names of their folders, or none' : `did you mean '${meant}'?`
      return { file: 'site.yaml', message: `popular_courses: ${wrong}; ${way}` }
    })
}

async function storeFiles(store: Deps['files'], { files }: AcademyPlan): Promise<StoredFiles> {
  const stored = new Map<AcademyPlan['files'][number], { sha256: string; bytes: number }>()
  await fewAtOnce(files, async (file) => {
    stored.set(file, await store.put(file.source))
  })
  return stored
}
