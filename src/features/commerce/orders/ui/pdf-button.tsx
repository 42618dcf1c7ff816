import { useState } from 'react'
import { ApiError } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

type PdfButtonProps = {
  read: () => Promise<Blob>
  fileName: string
  about: string
  label: string
}

export function PdfButton({ read, fileName, about, label }: PdfButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const download = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      saveAs(await read(), fileName)
    } catch (error) {
      console.error(error)
      setProblem(
        isRetryLater(error) ? error.message : `The ${label.toLowerCase()} could not be downloaded. Please try again.`,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button variant="quiet" busy={isBusy} onClick={() => void download()} aria-label={about}>
        {!isBusy && <Icon name="download" />}
        {label}
      </Button>
      {problem !== undefined && (
        <p role="alert" className="mt-1 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

function isRetryLater(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status === 503)
}
