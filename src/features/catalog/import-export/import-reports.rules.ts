import { countByKind, formatCounts, type Kind, pluralizeKind } from '#shared/kinds.ts'
import { pluralize } from '#shared/pluralize.ts'

type ImportOutcome = 'new' | 'changed' | 'unchanged'

type ProductRef = { kind: Kind; slug: string }

export type ImportReport = {
  products: (ProductRef & {
    /** The slug in the folder, if it is a former slug of the product. */
    named?: string
    outcome: ImportOutcome
    changes: string[]
    /**
     * Whether the product stays for sale. It is set if staff chose this after the last import and the folder says the
     * opposite.
     */
    stays?: 'for sale' | 'not for sale' | undefined
  })[]
  /** Undefined if the folder has no settings. */
  settings: { outcome: ImportOutcome; changes: string[] } | undefined
  /** The operator's own policies, by file name. */
  policies: { file: string; outcome: ImportOutcome; changes: string[] }[]
  warnings: string[]
  missing: (ProductRef & { renamed: (ProductRef & { has: 'title' | 'files' }) | undefined })[]
}

/** A product that the academy has. `contents` are the SHA-256 hashes of its files. */
export type KnownProduct = ProductRef & { title: string; contents: ReadonlySet<string> }

/** Returns the outcome for these changes. They are undefined if there was nothing to compare with. */
export function getOutcome(changes: string[] | undefined): { outcome: ImportOutcome; changes: string[] } {
  if (changes === undefined) return { outcome: 'new', changes: [] }
  return { outcome: changes.length === 0 ? 'unchanged' : 'changed', changes }
}

/**
 * Lists products that the folder lacks. Each comes with the new product that it may have become: one with the same
 * title, or with at least half of its files.
 */
export function findMissing(
  known: readonly KnownProduct[],
  { fresh, named }: { fresh: KnownProduct[]; named: ReadonlySet<string> },
) {
  return known
    .filter(({ slug }) => !named.has(slug))
    .map(({ kind, slug, title, contents }): ImportReport['missing'][number] => {
      const sameKind = fresh.filter((other) => other.kind === kind)
      const isTitled = (other: KnownProduct) => other.title.trim().toLowerCase() === title.trim().toLowerCase()
      const isFilled = (other: KnownProduct) =>
        contents.size > 0 && [...contents].filter((sha256) => other.contents.has(sha256)).length * 2 >= contents.size
      const titled = sameKind.find(isTitled)
      const meant = titled ?? sameKind.find(isFilled)
      return { kind, slug, renamed: meant && { kind, slug: meant.slug, has: titled ? 'title' : 'files' } }
    })
}

const MAX_LISTED = 20

export function formatReport(
  { products, settings, policies, warnings, missing }: ImportReport,
  isDryRun: boolean,
): string {
  const counts = formatCounts(countByKind(products))
  const lines = products
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map(
      (product) =>
        `  ${product.outcome.padEnd(9)}  ${getFolderPath(product)}${behind(product)}${product.changes.map(listed).join('')}`,
    )
  const siteFiles = [...(settings ? [{ file: 'site.yaml', ...settings }] : []), ...policies]
  const same = products.filter(({ outcome }) => outcome === 'unchanged').length
  const unchanged = [
    ...(same > 0 ? [pluralize(same, 'product')] : []),
    ...siteFiles.filter(({ outcome }) => outcome === 'unchanged').map(({ file }) => file),
  ]
  return [
    isDryRun ? `Dry run: nothing was stored. Importing ${counts} would change:` : `Imported ${counts}.`,
    ...lines,
    ...siteFiles
      .filter(({ outcome }) => outcome !== 'unchanged')
      .map(({ file, outcome, changes }) => `  ${outcome.padEnd(9)}  ${file}${changes.map(listed).join('')}`),
    ...(unchanged.length > 0 ? [`  unchanged  ${unchanged.join(', ')}`] : []),
    ...(warnings.length > 0 ? ['Please check these files:', ...warnings.map((each) => `  ${each}`)] : []),
    ...describeUnchanged(products),
    ...describeMissing(missing),
  ].join('\n')
}

const behind = ({ named }: { named?: string }) =>
  named === undefined
    ? ''
    : `: the folder is named ${named}, its former address. If this is a different product, choose another name`

const listed = (change: string) => `\n               ${change}`

/** Lists products that the import left on or off sale because staff chose that, although the folder says otherwise. */
function describeUnchanged(products: ImportReport['products']): string[] {
  const unchanged = products.filter(({ stays }) => stays !== undefined)
  if (unchanged.length === 0) return []
  return [
    'Since the last import, staff changed whether these are for sale, and this folder differs. The import did not change them:',
    ...unchanged.map((product) => `  ${(product.stays ?? '').padEnd(12)}  ${getFolderPath(product)}`),
    "To keep them as they are, set published: true or false in the folder to match. To apply the folder's setting instead, import with --over-studio.",
  ]
}

function describeMissing(missing: ImportReport['missing']): string[] {
  if (missing.length === 0) return []
  const ordered = missing.toSorted((a, b) => Number(b.renamed !== undefined) - Number(a.renamed !== undefined))
  const lines = ordered
    .slice(0, MAX_LISTED)
    .map(
      (product) =>
        `  missing    ${getFolderPath(product)}${product.renamed ? describeRenamed(product, product.renamed) : ''}`,
    )
  const rest = missing.length - MAX_LISTED
  return ['In the academy but not in this folder (unchanged):', ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])]
}

function describeRenamed({ slug }: ProductRef, { has, ...to }: ProductRef & { has: 'title' | 'files' }): string {
  return `: renamed? ${getFolderPath(to)} is new and has ${has === 'title' ? 'the same name' : 'its files'}. Members who have ${slug} do not have access to ${to.slug}. If it is the same product, restore the folder's old name`
}

function getFolderPath({ kind, slug }: ProductRef): string {
  return `${pluralizeKind(kind)}/${slug}`
}
