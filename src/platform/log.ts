import { type LevelWithSilent, type LoggerOptions } from 'pino'

/** Returns the options of all loggers. The log contains no secrets. */
export function logOptions(level: LevelWithSilent): LoggerOptions {
  return { level, redact: ['req.headers.authorization'], serializers: { err: serializeError } }
}

/**
 * Returns what is logged about an error: its name, message, and stack. A failed statement is logged without its values,
 * which contain addresses and hashes. Other properties of the error are omitted, such as database details and
 * addresses.
 */
export function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return serializeThrown(error)
  const { name, message, stack, cause } = error
  const plain = message.replace(/\nparams: .*$/s, '').slice(0, MAX_CHARACTERS)
  return {
    type: name,
    message: plain,
    ...('code' in error && { code: error.code }),
    // The message is replaced as literal text, not as a pattern, because it may contain special characters.
    ...(stack !== undefined && { stack: stack.split(message).join(plain).slice(0, MAX_CHARACTERS) }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

// Limits the length, because a message may repeat user input.
const MAX_CHARACTERS = 8_000

/** Returns what is logged about a thrown value that is not an error, such as a response or a string. */
function serializeThrown(thrown: unknown): object {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown).slice(0, MAX_CHARACTERS) }
  const { constructor: kind }: { constructor?: { name?: string } } = thrown
  return { message: `${kind?.name ?? 'Something'} was thrown`, ...('status' in thrown && { status: thrown.status }) }
}
