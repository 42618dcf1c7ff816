import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { formatFileSize } from '../uploads.rules.ts'
import type { Progress } from './progress.ts'
import { retryUpload, stopUpload, type Task } from './tasks.ts'

/** A file that is being uploaded, with progress, time left, and a cancel button; or the error. */
export function UploadRow({ task: { key, file, progress, warnings, failure } }: { task: Task }) {
  const name = useId()
  if (failure)
    return (
      <Notice
        kind="error"
        action={
          <div className="flex flex-wrap gap-3">
            {failure.mayTryAgain && (
              <Button variant="quiet" onClick={() => retryUpload(key)}>
                Try again
              </Button>
            )}
            <Button variant="quiet" onClick={() => stopUpload(key)}>
              Close
            </Button>
          </div>
        }
      >
        <p className="wrap-anywhere">{failure.words}</p>
        {failure.mistakes.length > 0 && (
          <ul className="mt-2 list-disc pl-5 font-normal">
            {failure.mistakes.map(({ line, message }, place) => (
              <li key={`${line} ${place}`}>
                {line !== undefined && <strong>Line {line}: </strong>}
                {message}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    )
  if (!progress) return null
  const { bytes, text } = formatProgress(progress, file.size)
  return (
    <div className="rounded-control border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={name} className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">
          {file.name}
        </p>
        <Button variant="link" className="-my-2" aria-label={`Cancel ${file.name}`} onClick={() => stopUpload(key)}>
          Cancel
        </Button>
      </div>
      <ProgressBar value={bytes} max={Math.max(1, file.size)} labelledBy={name} className="my-2" />
      <p className="text-sm text-muted">{text}</p>
      {warnings.map((warning) => (
        <p key={warning} className="mt-2 text-sm wrap-anywhere">
          {warning}
        </p>
      ))}
    </div>
  )
}

function formatProgress(progress: Progress, size: number): { bytes: number; text: string } {
  switch (progress.stage) {
    case 'waiting':
      return { bytes: 0, text: 'Waiting to upload…' }
    case 'looking':
      return { bytes: 0, text: 'Checking the file…' }
    case 'comparing':
      return {
        bytes: progress.share * size,
        text: 'Comparing with the earlier upload…',
      }
    case 'checking':
      return { bytes: size, text: 'Upload complete. Checking the file…' }
    case 'sending': {
      const { sent, secondsLeft, isHeldUp } = progress
      if (isHeldUp) return { bytes: sent, text: 'Connection lost. The upload continues when you’re back online.' }
      const share = `${formatFileSize(sent)} of ${formatFileSize(size)}`
      return { bytes: sent, text: secondsLeft === undefined ? share : `${share}, ${formatTimeLeft(secondsLeft)} left` }
    }
  }
}

function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds'
  if (seconds < 60) return `${Math.ceil(seconds / 10) * 10} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return `${hours} hr ${minutes % 60} min`
}
