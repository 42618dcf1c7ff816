import { createRequire } from 'node:module'

const loaders: (() => unknown)[] = []

/** Loads a package synchronously, with the CommonJS cache. */
export const library = createRequire(import.meta.url)

/**
 * For values that are slow to load or create and that few processes need: created on first use, then kept. This way,
 * they do not delay the start of commands and development servers.
 */
export function lazy<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined
  const get = () => (made ??= { thing: make() }).thing
  loaders.push(get)
  return get
}

/** For a server with many requests, where the first request that needs a value would delay all others. */
export async function loadAllLazy(): Promise<void> {
  await Promise.all(loaders.map((get) => get()))
}
