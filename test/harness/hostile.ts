/** An object of so many fields that no call knows: `k0`, `k1` … */
export function unknownFields(count: number): string {
  return `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`
}

/** A part again and again, up to so many bytes. */
export function filled(part: string, bytes: number): string {
  return part.repeat(Math.floor(bytes / part.length))
}

function nested(open: string, close: string, bytes: number): string {
  const depth = Math.floor(bytes / (open.length + close.length))
  return `${open.repeat(depth)}0${close.repeat(depth)}`
}

/** What a stranger may send to any call, as it stands: some are as large as a call takes that takes so many bytes, one is larger than all. */
export function hostileBodies(bytes: number): string[] {
  const names = ['toString', 'constructor', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__']
  return [
    unknownFields(24_000),
    ...names.map((name) => `{"${name}":1}`),
    '{"constructor":{"prototype":{"length":1}}}',
    'null',
    '7',
    '"text"',
    '{',
    '\u0000',
    unknownFields(Math.floor(bytes / 10)),
    `{"${filled('a', bytes - 10)}":1}`,
    `[${filled('1,', bytes - 4)}1]`,
    `[${filled('{},', bytes - 6)}1]`,
    nested('[', ']', bytes - 10),
    nested('{"a":', '}', bytes - 10),
  ]
}

/** What may stand in the place of any field, as JSON. */
export function hostileValues(bytes: number): string[] {
  return [
    '{"length":{"toString":"x"}}',
    '{"length":{"valueOf":1,"toString":1}}',
    '{"length":-1}',
    '{"length":1e308,"size":1e308}',
    `{"length":${nested('[', ']', bytes)}}`,
    `[${filled('{"length":1},', bytes)}1]`,
    `"${filled('a@', bytes)}"`,
    `"${filled('a.', 1_000)}"`,
    `"${filled('\\u0301', bytes)}"`,
    '"\\u0000"',
    '"\\ud800"',
    '-1e999',
    'null',
  ]
}

/** As long a text as most fields take, and six times as long when it is read; as JSON. */
export const LONG_TEXT = `"${'㌖'.repeat(1_000)}"`

/** The example of a body, with one field replaced by JSON. */
export function withField(example: object, name: string, value: string): string {
  const others = Object.entries(example).filter(([other]) => other !== name)
  return `{${[...others.map(([other, one]) => `"${other}":${JSON.stringify(one)}`), `"${name}":${value}`].join(',')}}`
}

/** Headers that are parsed by somebody on the way, each as long as Node lets through. */
export const HOSTILE_HEADERS: Record<string, string>[] = [
  { 'content-type': `application/json;${filled(';a="', 12_000)}` },
  { 'content-type': filled('a/', 12_000) },
  { 'content-type': `application/json;${filled('a', 12_000)}` },
  { 'accept-encoding': filled(' br;q=0.0', 12_000) },
  { 'accept-encoding': `br;q=0.${filled('0', 12_000)}x` },
  { 'accept-encoding': `gzip;${filled(' ', 12_000)}x` },
  { 'if-none-match': filled('"a",', 12_000) },
  { 'if-none-match': `W/${filled(' ', 12_000)}` },
  { range: `bytes=${filled('0-1,', 12_000)}` },
  { range: `bytes=${filled(' ', 12_000)}0-` },
  { 'if-range': filled('"', 12_000) },
  { cookie: filled('a=b;', 12_000) },
  { origin: `https://${filled('a.', 12_000)}` },
  { authorization: `Token ${filled('a', 12_000)}` },
  { 'x-forwarded-for': filled('127.0.0.1,', 12_000) },
  { 'x-forwarded-for': filled('::', 12_000) },
  { 'user-agent': filled('a ', 12_000) },
]

/** In the place of anything that an address names. */
export const HOSTILE_PLACES = [
  'some',
  'a'.repeat(320),
  'a'.repeat(5_000),
  filled('%0A', 300),
  '%00',
  '%ff',
  '..%2f..%2f',
  filled('%F0%9F%92%A9', 240),
]

export const HOSTILE_QUERIES = [
  `?${filled('a=b&', 12_000)}`,
  `?${filled('a[b]=', 12_000)}`,
  '?toString=1&__proto__=1&page=%00',
]

/** Addresses of pages, or of none. */
export const HOSTILE_PATHS = [
  `/${filled('a/', 12_000)}`,
  `/${filled('a', 12_000)}`,
  `/${filled('%2F', 12_000)}`,
  `/${filled('%0A', 12_000)}`,
  `/${filled('//', 12_000)}`,
  `/${filled('_.data/', 12_000)}_.data`,
  `/Courses.data?_routes=${filled('a,', 12_000)}`,
  `/MyAcademy/${filled('a/', 12_000)}Lecture/x`,
  ...HOSTILE_PLACES.map((place) => `/Course/${place}`),
  ...HOSTILE_QUERIES.map((query) => `/Courses/${query}`),
]
