import { pluralize } from '#shared/pluralize.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { DocumentDetail } from '../documents.contract.ts'

const WIDTH = 320
const HEIGHT = 414

/** Lists a document's files, each with its type, page count, and a preview of its first page. */
export function DocumentContents({ inside }: Pick<DocumentDetail, 'inside'>) {
  if (inside.length === 0) return null
  return (
    <section aria-labelledby="inside">
      <h2 id="inside" className="mb-4 text-xl">
        What’s inside
      </h2>
      <ul className="grid list-none gap-4 sm:grid-cols-2">
        {inside.map(({ name, format, pages, preview_url: preview }) => (
          <li key={name} className="flex items-center gap-4 rounded-card border border-line bg-surface p-4">
            {preview === null ? (
              <span className="grid aspect-17/22 w-24 shrink-0 place-items-center rounded-control border border-line bg-wash text-muted">
                <Icon name="file" className="size-8" />
              </span>
            ) : (
              <img
                src={preview}
                alt={`The first page of ${name}`}
                width={WIDTH}
                height={HEIGHT}
                loading="lazy"
                className="aspect-17/22 w-24 shrink-0 rounded-control border border-line bg-white object-cover object-top"
              />
            )}
            <span className="min-w-0">
              <span className="block font-semibold text-pretty wrap-anywhere">{name}</span>
              <span className="block text-sm text-muted">
                {format}
                {pages !== null && `, ${pluralize(pages, 'page')}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {inside.map(
        ({ name, sample_page_url: sample }) =>
          sample !== null && (
            <figure key={name} className="mt-6">
              <figcaption className="mb-2 text-sm text-muted">
                <strong className="font-semibold text-ink">Sample page:</strong> the first of {name}. Select it to
                enlarge.
              </figcaption>
              <a href={sample} className="block rounded-card" aria-label={`The first page of ${name}, full size`}>
                <img
                  src={sample}
                  alt={`The first page of ${name}, preview`}
                  width={1000}
                  height={1294}
                  loading="lazy"
                  className="h-auto w-full rounded-card border border-line bg-white"
                />
              </a>
            </figure>
          ),
      )}
    </section>
  )
}
