import type { FastifyInstance } from 'fastify'
import { AppError, fieldErrors } from '#shared/app-error.ts'

/** What a body holds at most, its lists and objects counted too, and how deep they may lie in each other. */
const MOST_VALUES = 2_000
const DEEPEST = 8

/**
 * Reads bodies of JSON. Clients send `content-type: application/json` with no body at all for calls whose body is "none".
 */
export function acceptJson(app: FastifyInstance): void {
  // Names like `__proto__` are refused below.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    return void parse(request, String(text), (error, body: unknown) => done(error ?? problemOf(body), body))
  })
}

/**
 * Why no call takes this, whatever its schema says; undefined where a schema may look at it. Schemas look at every value, and ask a value for
 * its `length` before they know what it is: one that answers with an object of its own would make them throw.
 */
export function problemOf(body: unknown): AppError | null {
  let values = 0
  const look = (value: unknown, path: readonly string[]): AppError | null => {
    if (typeof value !== 'object' || value === null) return null
    if (path.length === DEEPEST) return new AppError('invalid', 'This lies deeper in itself than any call takes.')
    const inside = Array.isArray(value) ? value : Object.keys(value)
    values += inside.length
    if (values > MOST_VALUES) return new AppError('invalid', `Please send at most ${MOST_VALUES} values at once.`)
    for (const [name, inner] of Object.entries(value)) {
      const place = [...path, name]
      if (Object.hasOwn(Object.prototype, name)) return fieldErrors({ [place.join('.')]: ['Unknown field.'] })
      const problem = look(inner, place)
      if (problem) return problem
    }
    return null
  }
  return look(body, [])
}
