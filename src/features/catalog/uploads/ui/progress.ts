import { storedToken } from '#web/client/session.ts'

export type Progress =
  | { stage: 'waiting' | 'looking' | 'checking' }
  | { stage: 'comparing'; share: number }
  | { stage: 'sending'; sent: number; secondsLeft: number | undefined; isHeldUp: boolean }

export type Mistake = { message: string; line?: number | undefined }

/** Thrown if the file was rejected. `message` says why, and what to do. */
export class UploadRefusedError extends Error {
  readonly mistakes: readonly Mistake[]
  /** Whether the same file might be accepted later. */
  readonly mayTryAgain: boolean

  constructor(
    message: string,
    { mistakes = [], mayTryAgain = false }: { mistakes?: Mistake[]; mayTryAgain?: boolean } = {},
  ) {
    super(message)
    this.name = 'NotTaken'
    this.mistakes = mistakes
    this.mayTryAgain = mayTryAgain
  }
}

/** Deletes an upload that is no longer wanted. If the request gets lost, a nightly job deletes it. */
export function discardUpload(id: string): void {
  const token = storedToken()
  fetch(`/Academy/api/studio/uploads/${id}/`, {
    method: 'DELETE',
    headers: { 'tus-resumable': '1.0.0', ...(token !== undefined && { authorization: `Token ${token}` }) },
  }).catch((error: unknown) => console.error(error))
}
