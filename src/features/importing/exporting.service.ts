import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { allProducts, inOneInstant, keeper, writeYaml } from '#features/folders/folders.public.ts'
import { findSettings } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { type CountByKind, countByKind, pluralOf } from '#shared/kinds.ts'
import { FORMS } from './product-forms.service.ts'

/** Writes all products and the settings of the site as a folder that an import takes. */
export async function exportFolder({ db, files }: Pick<Deps, 'db' | 'files'>, folder: string): Promise<CountByKind> {
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0) throw new AppError('invalid', `${folder} is not empty: an export replaces nothing.`)
  return inOneInstant(db, async (tx) => {
    await mkdir(folder, { recursive: true })
    const site = await findSettings(tx)
    if (site !== undefined) await writeYaml(folder, 'site.yaml', site)
    const products = await allProducts(tx)
    for (const product of products) {
      const at = path.join(folder, pluralOf(product.kind), product.slug)
      await mkdir(at, { recursive: true })
      await FORMS[product.kind].write({ tx, product, at, keep: keeper(files, at) })
    }
    return countByKind(products)
  })
}
