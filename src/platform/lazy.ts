import { createRequire } from 'node:module'

const loaders: (() => unknown)[] = []

/** Loads a package at once, as CommonJS does, and the same one each time. */
export const library = createRequire(import.meta.url)

/**
 * What takes long to load or to make, and few processes need: made when it is first asked for, and kept. Nothing that a command or a
 * developer's server never uses delays its start.
 */
export function lazy<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined
  const get = () => (made ??= { thing: make() }).thing
  loaders.push(get)
  return get
}

/** For a server that answers many: the first of them who needs one of these would else keep all others waiting. */
export async function loadAllLazy(): Promise<void> {
  await Promise.all(loaders.map((get) => get()))
}
