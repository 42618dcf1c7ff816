/** The result of a check. `isUnknown` means that the check itself could not be made. */
export type Finding = { what: string; isWrong: boolean; isUnknown?: true; text: string }

export function okFinding(what: string, text: string): Finding {
  return { what, isWrong: false, text }
}

export function failedFinding(what: string, text: string): Finding {
  return { what, isWrong: true, text }
}

export function unknownFinding(what: string, text: string): Finding {
  return { what, isWrong: false, isUnknown: true, text }
}

/** Describes an error in one line, without its URL, which may contain a password. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? error.cause : error
  // For a mail server, uses the system's error code, because nodemailer's code doesn't say what to do.
  const codes = ['originalCode' in cause && cause.originalCode, 'code' in cause && cause.code]
  const code = codes.find((each) => typeof each === 'string')
  return code ?? cause.message.split('\n')[0]?.replaceAll(/(?<!\S)\S+:\/\/\S+/g, '…') ?? 'unknown'
}
