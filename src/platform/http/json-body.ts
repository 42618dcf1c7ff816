import type { FastifyInstance } from 'fastify'
import { AppError, fieldErrors, unstorableTextError } from '#shared/app-error.ts'

/** The maximum number of values in a body, including arrays and objects, and the maximum nesting depth. */
const MAX_VALUES = 2_000
const MAX_DEPTH = 9

/**
 * Parses JSON bodies. Accepts an empty body, because clients send `content-type: application/json` even to endpoints
 * that take no body.
 */
export function installJsonParser(app: FastifyInstance): void {
  // Names like `__proto__` are rejected below.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, given, done) => {
    const text = String(given)
    if (text === '') return done(null, undefined)
    const tooMuch = findSizeError(text)
    if (tooMuch) return done(tooMuch)
    return void parse(request, text, (error, body: unknown) => done(error ?? findValueError(body), body))
  })
}

/** Checks the size before parsing, because parsing 256 KB of nested brackets would block the process for 100 ms. */
export function findSizeError(text: string): AppError | undefined {
  let depth = 0
  let values = 1
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isString) {
      if (sign === '\\') at += 1
      else isString = sign !== '"'
    } else if (sign === '"') isString = true
    else if (sign === ',') values += 1
    else if (sign === '[' || sign === '{') {
      depth += 1
      values += 1
    } else if (sign === ']' || sign === '}') depth -= 1
    if (depth > MAX_DEPTH) return new AppError('invalid', 'This JSON is nested too deeply. Use fewer levels.')
    if (values > MAX_VALUES) return new AppError('invalid', `Send at most ${MAX_VALUES} values at once.`)
  }
  return undefined
}

/**
 * Returns an error if no endpoint can accept this body, or null if a schema may validate it. Rejects fields with names
 * such as `toString`: a schema compares `length` before it checks the type, and would throw if `length` were such an
 * object.
 */
function findValueError(value: unknown, path: readonly string[] = []): AppError | null {
  // JSON may contain half of a surrogate pair. Neither the database nor the card provider accepts that.
  if (typeof value === 'string' && !value.isWellFormed()) return unstorableTextError(path.join('.') || undefined)
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const place = [...path, name]
    if (Object.hasOwn(Object.prototype, name)) return fieldErrors({ [place.join('.')]: ['Unknown field.'] })
    const problem = findValueError(inner, place)
    if (problem) return problem
  }
  return null
}
