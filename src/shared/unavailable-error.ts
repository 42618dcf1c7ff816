/** Thrown when an outside service is unavailable to everyone, so that the work that needs it is not the reason. */
export class UnavailableError extends Error {
  /** The name of the unavailable service, such as 'the mail server'. */
  readonly what: string

  constructor(what: string, cause: unknown) {
    super(`${what} is unavailable`, { cause })
    this.name = 'AwayError'
    this.what = what
  }
}
