import { useEffect, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import type { restoreVersion, readVersions } from '../../builder.contract.ts'
import { useAction } from '../use-action.tsx'
import { useDraft } from './draft-context.tsx'

type Version = EndpointReply<typeof readVersions>['versions'][number]

export function Versions() {
  const { saver, view } = useDraft()
  const { id, stands_since: standsSince, revision } = view.worked
  const [versions, setVersions] = useState<Version[]>([])
  const action = useAction()
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
  const bringBack = (number: number) =>
    action.run(async () => {
      const { message } = await call<typeof restoreVersion>(
        'POST /Academy/api/studio/products/:id/versions/:number/bring-back/',
        { params: { id, number } },
      )
      await saver.refresh()
      return `${message} Visitors see it when you publish it.`
    })
  if (versions.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-base font-semibold">What was published</h3>
      {action.outcome && <div className="mb-3">{action.outcome}</div>}
      <ol reversed className="flex flex-col rounded-card border border-line bg-surface px-4">
        {versions.map(({ number, origin, published }, index) => (
          <li
            key={number}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 first:border-t-0"
          >
            <span className="text-sm">
              <span className="font-semibold">Version {number}</span>, {published},{' '}
              {origin === 'studio' ? 'from the studio' : 'from a folder'}
              {index === 0 && ' (the newest)'}
            </span>
            {index > 0 && revision === 0 && (
              <Button variant="quiet" disabled={action.isBusy} onClick={() => void bringBack(number)}>
                Bring back<span className="sr-only"> version {number}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
