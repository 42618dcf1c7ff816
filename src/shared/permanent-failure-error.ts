/** An outside service rejected this work permanently, so a retry would most likely be rejected, too. */
export class PermanentFailureError extends Error {
  override readonly name: string = 'RefusedError'
}
