/** An outside service rejected this piece of work permanently: a retry would most likely be rejected again. */
export class PermanentFailureError extends Error {
  override readonly name: string = 'RefusedError'
}
