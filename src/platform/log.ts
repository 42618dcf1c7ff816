import { type LevelWithSilent, type LoggerOptions } from 'pino'

/** How every log of the academy is written: for people who read logs, not for those who look for secrets. */
export function logOptions(level: LevelWithSilent): LoggerOptions {
  return { level, redact: ['req.headers.authorization'], serializers: { err: serializeError } }
}

/**
 * What a log holds of an error: kind, sentence and place. A failed statement is told without its values, which are
 * people's addresses and hashes; whatever else hangs on an error (details of the database, addresses) is left out.
 */
export function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return serializeThrown(error)
  const { name, message, stack, cause } = error
  const plain = message.replace(/\nparams: .*$/s, '').slice(0, MAX_CHARACTERS)
  return {
    type: name,
    message: plain,
    ...('code' in error && { code: error.code }),
    // Not a pattern: a message may hold anything.
    ...(stack !== undefined && { stack: stack.split(message).join(plain).slice(0, MAX_CHARACTERS) }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

// A message may repeat what somebody sent.
const MAX_CHARACTERS = 8_000

/** What was thrown and is no error: a reply, or a text. */
function serializeThrown(thrown: unknown): object {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown).slice(0, MAX_CHARACTERS) }
  const { constructor: kind }: { constructor?: { name?: string } } = thrown
  return { message: `${kind?.name ?? 'Something'} was thrown`, ...('status' in thrown && { status: thrown.status }) }
}
