import { type LevelWithSilent, type LoggerOptions } from 'pino'

/** The format of all logs: readable by people, without secrets. */
export function logOptions(level: LevelWithSilent): LoggerOptions {
  return { level, redact: ['req.headers.authorization'], serializers: { err: serializeError } }
}

/**
 * An error as logged: name, message, and stack. A failed statement is logged without its values, which contain
 * addresses and hashes. Other properties of the error (database details, addresses) are left out.
 */
export function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return serializeThrown(error)
  const { name, message, stack, cause } = error
  const plain = message.replace(/\nparams: .*$/s, '').slice(0, MAX_CHARACTERS)
  return {
    type: name,
    message: plain,
    ...('code' in error && { code: error.code }),
    // Replaced as literal text, not as a pattern, because a message may contain anything.
    ...(stack !== undefined && { stack: stack.split(message).join(plain).slice(0, MAX_CHARACTERS) }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

// A message might repeat user input.
const MAX_CHARACTERS = 8_000

/** A thrown value that is not an error, such as a response or a string. */
function serializeThrown(thrown: unknown): object {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown).slice(0, MAX_CHARACTERS) }
  const { constructor: kind }: { constructor?: { name?: string } } = thrown
  return { message: `${kind?.name ?? 'Something'} was thrown`, ...('status' in thrown && { status: thrown.status }) }
}
