/** Thrown when an outside service is unavailable to everyone, so that the work that needs it is not at fault. */
export class UnavailableError extends Error {
  /** The name of the unavailable service: 'the mail server'. */
  readonly what: string

  constructor(what: string, cause: unknown) {
    super(`${what} is unavailable`, { cause })
    this.name = 'AwayError'
    this.what = what
  }
}
