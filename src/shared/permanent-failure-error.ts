/** Thrown when an outside service rejected the work, and would most likely reject it again. */
export class PermanentFailureError extends Error {
  override readonly name: string = 'RefusedError'
}
