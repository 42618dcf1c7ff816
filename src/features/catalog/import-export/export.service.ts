import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Executor } from '#db/open-database.ts'
import {
  listAllProducts,
  withSnapshot,
  createFileSaver,
  writeYaml,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { findSettings, listSiteOriginals, SiteSettings } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { type CountByKind, countByKind, pluralizeKind } from '#shared/kinds.ts'
import { PRODUCT_FORMATS } from '#features/catalog/drafts/drafts.public.ts'
import { getPicturePath } from './site-pictures.service.ts'
import { writePolicies } from './site-policies.service.ts'

/** Exports all products and site settings as an importable folder. */
export async function exportFolder({ db, files }: Pick<Deps, 'db' | 'files'>, folder: string): Promise<CountByKind> {
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0)
    throw new AppError('invalid', `${folder} is not empty, and an export never overwrites files. Use an empty folder.`)
  return withSnapshot(db, async (tx) => {
    await mkdir(folder, { recursive: true })
    const site = await findSettings(tx)
    if (site !== undefined) await writeSite({ tx, folder, files }, site)
    await writePolicies(tx, folder)
    const products = await listAllProducts(tx)
    for (const product of products) {
      const at = path.join(folder, pluralizeKind(product.kind), product.slug)
      await mkdir(at, { recursive: true })
      await PRODUCT_FORMATS[product.kind].write({ tx, product, at, keep: createFileSaver(files, at) })
    }
    return countByKind(products)
  })
}

/** Writes the stored settings, and each picture at the path that is stored in the settings. */
async function writeSite(
  { tx, folder, files }: { tx: Executor; folder: string; files: Deps['files'] },
  settings: unknown,
): Promise<void> {
  await writeYaml(folder, 'site.yaml', settings)
  const saveFile = createFileSaver(files, folder)
  const named = SiteSettings.parse(settings)
  for (const { place, position, sha256 } of await listSiteOriginals(tx)) {
    const at = getPicturePath(named, place, position)
    if (at !== undefined) await saveFile(path.posix.dirname(at), { sha256, name: path.posix.basename(at) })
  }
}
