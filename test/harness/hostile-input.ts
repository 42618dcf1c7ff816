/** An object with this many unknown fields: `k0`, `k1`, … */
export function createUnknownFields(count: number): string {
  return `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`
}

/** Repeats a string up to this many bytes. */
export function repeatToLength(part: string, bytes: number): string {
  return part.repeat(Math.floor(bytes / part.length))
}

function nested(open: string, close: string, bytes: number): string {
  const depth = Math.floor(bytes / (open.length + close.length))
  return `${open.repeat(depth)}0${close.repeat(depth)}`
}

/**
 * Request bodies that a stranger might send to any endpoint: some at the given size limit, one larger than any limit.
 */
export function createHostileBodies(bytes: number): string[] {
  const names = ['toString', 'constructor', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__']
  return [
    createUnknownFields(24_000),
    ...names.map((name) => `{"${name}":1}`),
    '{"constructor":{"prototype":{"length":1}}}',
    'null',
    '7',
    '"text"',
    '{',
    '\u0000',
    createUnknownFields(Math.floor(bytes / 10)),
    `{"${repeatToLength('a', bytes - 10)}":1}`,
    `[${repeatToLength('1,', bytes - 4)}1]`,
    `[${repeatToLength('{},', bytes - 6)}1]`,
    nested('[', ']', bytes - 10),
    nested('{"a":', '}', bytes - 10),
  ]
}

/** JSON values to put in place of any field. */
export function createHostileValues(bytes: number): string[] {
  return [
    '{"length":{"toString":"x"}}',
    '{"length":{"valueOf":1,"toString":1}}',
    '{"length":-1}',
    '{"length":1e308,"size":1e308}',
    `{"length":${nested('[', ']', bytes)}}`,
    `[${repeatToLength('{"length":1},', bytes)}1]`,
    `"${repeatToLength('a@', bytes)}"`,
    `"${repeatToLength('a.', 1_000)}"`,
    `"${repeatToLength('\\u0301', bytes)}"`,
    '"\\u0000"',
    '"\\ud800"',
    '-1e999',
    'null',
  ]
}

/** Text at the maximum length of fields, and text that is six times as long once parsed; as JSON. */
export const LONG_TEXT = `"${'㌖'.repeat(1_000)}"`

/** The example of a request body, with one field replaced by JSON. */
export function replaceField(example: object, name: string, value: string): string {
  const others = Object.entries(example).filter(([other]) => other !== name)
  return `{${[...others.map(([other, one]) => `"${other}":${JSON.stringify(one)}`), `"${name}":${value}`].join(',')}}`
}

/** Headers that the server parses, each at Node's maximum length. */
export const HOSTILE_HEADERS: Record<string, string>[] = [
  { 'content-type': `application/json;${repeatToLength(';a="', 12_000)}` },
  { 'content-type': repeatToLength('a/', 12_000) },
  { 'content-type': `application/json;${repeatToLength('a', 12_000)}` },
  { 'accept-encoding': repeatToLength(' br;q=0.0', 12_000) },
  { 'accept-encoding': `br;q=0.${repeatToLength('0', 12_000)}x` },
  { 'accept-encoding': `gzip;${repeatToLength(' ', 12_000)}x` },
  { 'if-none-match': repeatToLength('"a",', 12_000) },
  { 'if-none-match': `W/${repeatToLength(' ', 12_000)}` },
  { range: `bytes=${repeatToLength('0-1,', 12_000)}` },
  { range: `bytes=${repeatToLength(' ', 12_000)}0-` },
  { 'if-range': repeatToLength('"', 12_000) },
  { cookie: repeatToLength('a=b;', 12_000) },
  { origin: `https://${repeatToLength('a.', 12_000)}` },
  { authorization: `Token ${repeatToLength('a', 12_000)}` },
  { 'x-forwarded-for': repeatToLength('127.0.0.1,', 12_000) },
  { 'x-forwarded-for': repeatToLength('::', 12_000) },
  { 'user-agent': repeatToLength('a ', 12_000) },
]

/** Values for any path parameter. */
export const HOSTILE_PLACES = [
  'some',
  'a'.repeat(320),
  'a'.repeat(5_000),
  repeatToLength('%0A', 300),
  '%00',
  '%ff',
  '..%2f..%2f',
  repeatToLength('%F0%9F%92%A9', 240),
]

export const HOSTILE_QUERIES = [
  `?${repeatToLength('a=b&', 12_000)}`,
  `?${repeatToLength('a[b]=', 12_000)}`,
  '?toString=1&__proto__=1&page=%00',
]

/** Paths of pages, and paths that don't exist. */
export const HOSTILE_PATHS = [
  `/${repeatToLength('a/', 12_000)}`,
  `/${repeatToLength('a', 12_000)}`,
  `/${repeatToLength('%2F', 12_000)}`,
  `/${repeatToLength('%0A', 12_000)}`,
  `/${repeatToLength('//', 12_000)}`,
  `/${repeatToLength('_.data/', 12_000)}_.data`,
  `/Courses.data?_routes=${repeatToLength('a,', 12_000)}`,
  `/MyAcademy/${repeatToLength('a/', 12_000)}Lecture/x`,
  ...HOSTILE_PLACES.map((place) => `/Course/${place}`),
  ...HOSTILE_QUERIES.map((query) => `/Courses/${query}`),
]

export type SentBody = { headers: Record<string, string>; payload: string | Buffer }
const JSON_TYPE = { 'content-type': 'application/json' }
/** A complete request body, and every kind of body that endpoints reject. */
export const BODIES: readonly SentBody[] = [
  { headers: JSON_TYPE, payload: '{}' },
  { headers: JSON_TYPE, payload: '' },
  { headers: JSON_TYPE, payload: '{"a":' },
  { headers: JSON_TYPE, payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe]) },
  { headers: JSON_TYPE, payload: `{"a":${'['.repeat(50)}` },
  { headers: JSON_TYPE, payload: `"${'a'.repeat(20_000)}"` },
  { headers: { 'content-type': 'text/plain' }, payload: 'text' },
  { headers: { 'content-type': 'a/' }, payload: 'text' },
  { headers: {}, payload: 'text' },
  { headers: { ...JSON_TYPE, 'content-encoding': 'none' }, payload: '{}' },
  { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, payload: 'not gzip' },
]
