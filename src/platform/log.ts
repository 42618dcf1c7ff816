import { type LevelWithSilent, type LoggerOptions } from 'pino'

/** How every log of the academy is written: for people who read logs, not for those who look for secrets. */
export function logOptions(level: LevelWithSilent): LoggerOptions {
  return { level, redact: ['req.headers.authorization'], serializers: { err: loggable } }
}

/**
 * What a log holds of an error: kind, sentence and place. A failed statement is told without its values, which are
 * people's addresses and hashes; whatever else hangs on an error (details of the database, addresses) is left out.
 */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const plain = message.replace(/\nparams: .*$/s, '')
  return {
    type: name,
    message: plain,
    ...('code' in error && { code: error.code }),
    // Not a pattern: a message may hold anything.
    ...(stack !== undefined && { stack: stack.split(message).join(plain) }),
    ...(cause !== undefined && { cause: loggable(cause) }),
  }
}
