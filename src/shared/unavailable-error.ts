/** An outside service is currently unavailable for everyone, so the work that needs it is not at fault. */
export class UnavailableError extends Error {
  /** The name of the unavailable service: 'the mail server'. */
  readonly what: string

  constructor(what: string, cause: unknown) {
    super(`${what} is unavailable`, { cause })
    this.name = 'AwayError'
    this.what = what
  }
}
