import type { FastifyInstance } from 'fastify'
import { AppError, fieldErrors } from '#shared/app-error.ts'

/** What a body holds at most, its lists and objects counted too, and how deep they may lie in each other. */
const MAX_VALUES = 2_000
const MAX_DEPTH = 9

/**
 * Reads bodies of JSON. Clients send `content-type: application/json` with no body at all for calls whose body is "none".
 */
export function installJsonParser(app: FastifyInstance): void {
  // Names like `__proto__` are refused below.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, given, done) => {
    const text = String(given)
    if (text === '') return done(null, undefined)
    const tooMuch = findSizeError(text)
    if (tooMuch) return done(tooMuch)
    return void parse(request, text, (error, body: unknown) => done(error ?? findValueError(body), body))
  })
}

/** Told before it is parsed: of 256 kB of brackets within each other, parsing alone would hold the process for 100 ms. */
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
    if (depth > MAX_DEPTH) return new AppError('invalid', 'This lies deeper in itself than any call takes.')
    if (values > MAX_VALUES) return new AppError('invalid', `Please send at most ${MAX_VALUES} values at once.`)
  }
  return undefined
}

/**
 * Why no call takes this, whatever its schema says; null where a schema may look at it. A schema asks a value for its `length` before it knows
 * what it is: one that answers with an object of its own would make it throw.
 */
function findValueError(value: unknown, path: readonly string[] = []): AppError | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const place = [...path, name]
    if (Object.hasOwn(Object.prototype, name)) return fieldErrors({ [place.join('.')]: ['Unknown field.'] })
    const problem = findValueError(inner, place)
    if (problem) return problem
  }
  return null
}
