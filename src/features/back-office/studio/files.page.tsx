import { pluralize } from '#shared/pluralize.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { Route } from './+types/files.page.ts'
import type { listUnusedFiles, deleteUnusedFiles } from './files.contract.ts'
import { InlinePrompt } from './ui/inline-prompt.tsx'
import { useListAddress } from './ui/list-address.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Unused files' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listUnusedFiles>('GET /Academy/api/studio/files/unused/', { signal }),
)

const REMOVE_LIMIT_MS = 60_000

const actions = {
  remove: (files: string[]) =>
    call<typeof deleteUnusedFiles>('POST /Academy/api/studio/files/unused/remove/', {
      body: { files },
      limitMs: REMOVE_LIMIT_MS,
    }),
}

export const clientAction = defineActions(actions)

export default function FilesPage({ loaderData }: Route.ComponentProps) {
  const { files, count, bytes } = getView(loaderData)
  const action = useAction<typeof actions>({ reloads: true })
  return (
    <>
      <p className="mb-6 max-w-text text-muted">
        No product, draft, earlier version, or page uses these files, and they are older than 3 days. Remove them to
        free disk space. Backups made earlier still include them.
      </p>
      <ListPage
        address={useListAddress('files')}
        items={files}
        keyOf={({ id }) => id}
        row={({ name, bytes: size, stored }) => (
          <span className="min-w-0 flex-1 font-medium wrap-anywhere">
            {name}
            <span className="block text-sm font-normal text-muted">
              {formatMegabytes(size)}, stored <Time at={stored} />
            </span>
          </span>
        )}
        count={`${pluralize(count, 'file')}, ${formatMegabytes(bytes)}, largest first${count > files.length ? `; showing the first ${files.length}` : ''}`}
        empty={{ title: 'No unused files' }}
        next={null}
        select={{
          label: 'Unused files',
          actions: (chosen) => <RemoveFiles key={chosen.join(' ')} chosen={chosen} action={action} />,
        }}
      >
        <ActionNotice action={action} className="mb-6" />
      </ListPage>
    </>
  )
}

type RemoveFilesProps = { chosen: string[]; action: Action<typeof actions> }

/** Asks for confirmation again after the selection changes. */
function RemoveFiles({ chosen, action }: RemoveFilesProps) {
  const count = chosen.length
  return (
    <InlinePrompt label={`Remove ${count === 0 ? 'selected files' : pluralize(count, 'file')}…`} disabled={count === 0}>
      {(close) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm font-medium">Remove {pluralize(count, 'file')} permanently? You can’t undo this.</p>
          <Button busy={action.isBusy} onClick={() => void action.submit('remove', chosen)}>
            Remove
          </Button>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      )}
    </InlinePrompt>
  )
}

function formatMegabytes(bytes: number): string {
  if (bytes < 1e5) return `${Math.max(1, Math.round(bytes / 1e3))} KB`
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`
}
