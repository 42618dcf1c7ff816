/** Somebody outside has said no for good to one piece of work: tried again it would most likely be refused again. */
export class PermanentFailureError extends Error {
  override readonly name: string = 'RefusedError'
}
