import { Day } from '#web/shell/day.tsx'
import { useState } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/files.page.ts'
import type { listUnusedFiles, deleteUnusedFiles } from './files.contract.ts'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useAction } from './ui/use-action.tsx'

type UnusedFileList = EndpointReply<typeof listUnusedFiles>

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Files', isPersonal: true })

const loadUnusedFiles = (signal?: AbortSignal) =>
  call<typeof listUnusedFiles>('GET /Academy/api/studio/files/unused/', signal && { signal })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) => loadUnusedFiles(signal), {
  reasons: ['missing'],
})

export function HydrateFallback() {
  return <StudioLoading title="Files" />
}

export default function FilesPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title="Files" />}>
      {(found) => <UnusedFiles first={found} />}
    </LoadedPage>
  )
}

const REMOVE_LIMIT_MS = 60_000

function UnusedFiles({ first }: { first: UnusedFileList }) {
  const [{ files, count, bytes }, setFound] = useState(first)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const { isBusy, outcome, run } = useAction()
  const all = chosen.size === files.length
  const choose = (ids: Iterable<string>) => {
    setChosen(new Set(ids))
    setAsking(false)
  }
  const remove = () =>
    run(async () => {
      const { message } = await call<typeof deleteUnusedFiles>('POST /Academy/api/studio/files/unused/remove/', {
        body: { files: [...chosen] },
        limitMs: REMOVE_LIMIT_MS,
      })
      choose([])
      setFound(await loadUnusedFiles())
      return message
    })
  return (
    <StudioLayout title="Files">
      <p className="mb-6 max-w-text text-muted">
        Files that no product, draft, earlier version or page uses any more, older than three days. Removing them makes
        room on the disk; backups of before still have them.
      </p>
      {outcome && <div className="mb-6">{outcome}</div>}
      {files.length === 0 ? (
        <EmptyState icon="file" title="No file waits to be removed" />
      ) : (
        <>
          <p className="mb-3 text-sm text-muted">
            {pluralize(count, 'file')}, {formatMegabytes(bytes)}, the largest first
            {count > files.length && `; the first ${files.length} are shown`}
          </p>
          <div className="rounded-card border border-line bg-surface">
            <label className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-2 text-sm font-semibold sm:px-6">
              <input
                type="checkbox"
                checked={all}
                onChange={() => choose(all ? [] : files.map(({ id }) => id))}
                className="size-5 shrink-0 accent-bar"
              />
              Choose all
            </label>
            <ul aria-label="Unused files">
              {files.map(({ id, name, bytes: size, stored }) => (
                <li key={id} className="border-b border-line last:border-b-0">
                  <label className="flex min-h-11 items-center gap-3 px-4 py-3 sm:px-6">
                    <input
                      type="checkbox"
                      checked={chosen.has(id)}
                      onChange={() =>
                        choose(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id])
                      }
                      className="size-5 shrink-0 accent-bar"
                    />
                    <span className="min-w-0 flex-1 font-medium wrap-anywhere">
                      {name}
                      <span className="block text-sm font-normal text-muted">
                        {formatMegabytes(size)}, stored <Day day={stored} />
                      </span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            {isAsking ? (
              <>
                <p className="text-sm font-medium">
                  Remove {pluralize(chosen.size, 'file')} for good? This can’t be undone.
                </p>
                <Button busy={isBusy} onClick={() => void remove()}>
                  Remove
                </Button>
                <Button variant="quiet" onClick={() => setAsking(false)}>
                  Cancel
                </Button>
              </>
            ) : (
              <Button variant="quiet" disabled={chosen.size === 0} onClick={() => setAsking(true)}>
                Remove {chosen.size === 0 ? 'those chosen' : pluralize(chosen.size, 'file')} …
              </Button>
            )}
          </div>
        </>
      )}
    </StudioLayout>
  )
}

function formatMegabytes(bytes: number): string {
  if (bytes < 1e5) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`
}
