/** What a piece of work needs from outside can't be used by anybody right now. It is no fault of that work. */
export class UnavailableError extends Error {
  /** What is away, in words: 'the mail server'. */
  readonly what: string

  constructor(what: string, cause: unknown) {
    super(`${what} is away`, { cause })
    this.name = 'AwayError'
    this.what = what
  }
}
