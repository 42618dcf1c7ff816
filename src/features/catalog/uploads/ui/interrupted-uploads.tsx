import { useEffect, useState } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { listUploads } from '../uploads.contract.ts'
import { sizeInWords } from '../uploads.rules.ts'
import { forget } from './progress.ts'
import { useNamesUnderWay } from './tasks.ts'

type CutOff = ReplyOf<typeof listUploads>['uploads'][number]

/** What began to be sent before the page was left or loaded again, and is not whole. Nobody would guess that choosing the file again goes on with it. */
export function CutOffUploads() {
  const names = useNamesUnderWay()
  const [uploads, setUploads] = useState<CutOff[]>([])
  useEffect(() => {
    if (names.length > 0) return
    const leaving = new AbortController()
    call<typeof listUploads>('GET /Academy/api/studio/uploads/', { signal: leaving.signal }).then(
      (read) => setUploads(read.uploads.filter(({ received }) => received > 0)),
      (error: unknown) => leaving.signal.aborted || console.error(error),
    )
    return () => leaving.abort()
  }, [names])
  const cutOff = uploads.filter(({ name }) => !names.includes(name))
  if (cutOff.length === 0) return null
  return (
    <ul aria-label="Cut off on their way" className="mb-6 flex flex-col gap-3">
      {cutOff.map(({ id, name, received, bytes }) => (
        <li key={id}>
          <Notice
            action={
              <Button
                variant="quiet"
                aria-label={`Give it up: ${name}`}
                onClick={() => {
                  forget(id)
                  setUploads(uploads.filter((upload) => upload.id !== id))
                }}
              >
                Give it up
              </Button>
            }
          >
            <span className="wrap-anywhere">{name}</span> is not whole: {sizeInWords(received)} of {sizeInWords(bytes)}{' '}
            have come. Where no other window is sending it, choose the same file again at its place, and it goes on from
            there.
          </Notice>
        </li>
      ))}
    </ul>
  )
}
