import { useEffect, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { listUploads } from '../uploads.contract.ts'
import { formatFileSize } from '../uploads.rules.ts'
import { discardUpload } from './progress.ts'
import { useUploadingFileNames } from './tasks.ts'

type InterruptedUpload = EndpointReply<typeof listUploads>['uploads'][number]

/**
 * Lists uploads that were interrupted when the page was left or reloaded, and explains that they resume when the user
 * chooses the file again.
 */
export function InterruptedUploads() {
  const names = useUploadingFileNames()
  const [uploads, setUploads] = useState<InterruptedUpload[]>([])
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
    <ul aria-label="Interrupted uploads" className="mb-6 flex flex-col gap-3">
      {cutOff.map(({ id, name, received, bytes }) => (
        <li key={id}>
          <Notice
            action={
              <Button
                variant="quiet"
                aria-label={`Discard ${name}`}
                onClick={() => {
                  discardUpload(id)
                  setUploads(uploads.filter((upload) => upload.id !== id))
                }}
              >
                Discard
              </Button>
            }
          >
            <span className="wrap-anywhere">{name}</span> stopped at {formatFileSize(received)} of{' '}
            {formatFileSize(bytes)}. If no other window is uploading it, choose the same file again in its field to
            continue.
          </Notice>
        </li>
      ))}
    </ul>
  )
}
