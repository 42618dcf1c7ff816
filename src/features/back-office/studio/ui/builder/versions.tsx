import { useEffect, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Time } from '#web/shell/time.tsx'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { readVersions } from '../../builder.contract.ts'
import type { builderActions } from './builder-actions.ts'
import { useDraft } from './draft-context.tsx'

type Version = EndpointReply<typeof readVersions>['versions'][number]

export function Versions() {
  const { view } = useDraft()
  const { id, stands_since: standsSince, revision } = view.worked
  const [versions, setVersions] = useState<Version[]>([])
  const action = useAction<typeof builderActions>()
  useEffect(() => {
    const leaving = new AbortController()
    call<typeof readVersions>('GET /Academy/api/studio/products/:id/versions/', {
      params: { id },
      signal: leaving.signal,
    }).then(
      (read) => setVersions(read.versions),
      (error: unknown) => leaving.signal.aborted || console.error(error),
    )
    return () => leaving.abort()
  }, [id, standsSince])
  if (versions.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-base font-semibold">Version history</h3>
      <ActionNotice action={action} className="mb-3" />
      <ol reversed className="flex flex-col rounded-card border border-line bg-surface px-4">
        {versions.map(({ number, origin, published }, index) => (
          <li
            key={number}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 first:border-t-0"
          >
            <span className="text-sm">
              <span className="font-semibold">Version {number}</span>, <Time at={published} />,{' '}
              {origin === 'studio' ? 'from the studio' : 'imported'}
              {index === 0 && ' (latest)'}
            </span>
            {index > 0 && revision === 0 && (
              <Button
                variant="quiet"
                disabled={action.isBusy}
                onClick={() => void action.submit('restoreVersion', number)}
              >
                Restore<span className="sr-only"> version {number}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
