import { ApiError } from '#web/client/api.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { orderActions } from './order-actions.ts'

type PdfButtonProps = {
  onDownload: (action: Action<typeof orderActions>) => unknown
  about: string
  label: string
}

export function PdfButton({ onDownload, about, label }: PdfButtonProps) {
  const action = useAction<typeof orderActions>({
    describe: (error) =>
      isRetryLater(error) ? error.message : `The ${label.toLowerCase()} couldn’t be downloaded. Try again.`,
  })
  return (
    <div>
      <Button variant="quiet" busy={action.isBusy} onClick={() => void onDownload(action)} aria-label={about}>
        {!action.isBusy && <Icon name="download" />}
        {label}
      </Button>
      {action.status && (
        <p role="alert" className="mt-1 text-sm font-medium text-danger">
          {action.status.text}
        </p>
      )}
    </div>
  )
}

function isRetryLater(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status === 503)
}
