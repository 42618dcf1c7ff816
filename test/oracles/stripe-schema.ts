import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const description = JSON.parse(readFileSync(new URL('data/stripe-openapi.json', import.meta.url), 'utf8')) as {
  paths: { [path: string]: { [method: string]: Operation } }
  components: { schemas: { [name: string]: Json } }
}

type Operation = {
  parameters?: { in: string; name: string; schema: Json; required?: boolean }[]
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema: Json } } }
  responses: { [status: string]: { content: { 'application/json': { schema: Json } } } }
}

export type Exchange = { method: string; path: string; query: object; form: object; status: number; reply: unknown }

const FORMATS = { 'unix-time': true } as const
// Forms contain only text, so numbers and booleans are coerced.
const forms = new Ajv({ strict: false, coerceTypes: true, formats: FORMATS })
const replies = new Ajv({ strict: false, formats: FORMATS })
const closed = JSON.stringify(closedReply(description.components.schemas))
replies.addSchema({ $id: 'replies', components: { schemas: JSON.parse(closed) as object } })
forms.addSchema({ $id: 'replies', components: { schemas: JSON.parse(closed) as object } })

const compiled = new Map<string, ValidateFunction>()

/** How a request and its response violate the provider's published description; empty if they don't. */
export function complaints(exchange: Exchange): string[] {
  const { method, path, query, form, status, reply } = exchange
  const [pattern, operation] = operationOf(method, path)
  if (!operation) return [`${method} ${path} is not described`]
  const name = `${method} ${pattern}`
  const described = operation.responses[status === 200 ? '200' : 'default']
  return [
    ...against(forms, `${name} query`, querySchema(operation), query),
    ...against(forms, `${name} form`, operation.requestBody.content['application/x-www-form-urlencoded'].schema, form),
    ...against(
      replies,
      `${name} ${status === 200 ? 'reply' : 'error'}`,
      described?.content['application/json'].schema,
      reply,
    ),
  ]
}

function operationOf(method: string, path: string): [string, Operation | undefined] {
  for (const [pattern, operations] of Object.entries(description.paths)) {
    if (new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)) {
      return [pattern, operations[method.toLowerCase()]]
    }
  }
  return [path, undefined]
}

function querySchema({ parameters = [] }: Operation): Json {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    additionalProperties: false,
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
  }
}

function against(ajv: Ajv, name: string, schema: Json | undefined, value: unknown): string[] {
  if (schema === undefined) return [`${name} is not described`]
  let check = compiled.get(name)
  if (!check) {
    const own = ajv === replies ? closedReply(schema) : schema
    check = ajv.compile(JSON.parse(JSON.stringify(own).replaceAll('"#/components', '"replies#/components')) as object)
    compiled.set(name, check)
  }
  // On a copy, because validating a form converts its text into numbers.
  if (check(structuredClone(value))) return []
  return (check.errors ?? []).map((error) => {
    const more = JSON.stringify(error.params)
    return `${name}: ${error.instancePath || '/'} ${error.message ?? ''} ${more}`
  })
}

/**
 * The description leaves objects open and puts `nullable` next to `anyOf`, which Ajv does not support. Here objects
 * allow only the described properties, so that misspelled ones are reported.
 */
function closedReply(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closedReply)
  if (schema === null || typeof schema !== 'object') return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closedReply(value)]))
  const isNamed = typeof schema['properties'] === 'object' && schema['type'] === 'object'
  const isEmpty = isNamed && Object.keys(schema['properties'] ?? {}).length === 0
  if (isNamed && !isEmpty && schema['additionalProperties'] === undefined) inner['additionalProperties'] = false
  if (schema['nullable'] !== true || (schema['type'] !== undefined && schema['enum'] === undefined)) return inner
  const { nullable: _nullable, ...rest } = inner
  return { anyOf: [rest, { type: 'null' }] }
}
