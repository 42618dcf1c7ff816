import { createRequire } from 'node:module'

const loaders: (() => unknown)[] = []

/** Loads a package synchronously, with the CommonJS module cache. */
export const library = createRequire(import.meta.url)

/**
 * Returns a function that creates a value on first use and then returns the same value. Use it for values that are slow
 * to load or create and that few processes need, so that they don't delay the start of commands and development
 * servers.
 */
export function lazy<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined
  const get = () => (made ??= { thing: make() }).thing
  loaders.push(get)
  return get
}

/**
 * Creates all these values now. A server with many requests does so, because the first request that needs a value would
 * otherwise delay all others.
 */
export async function loadAllLazy(): Promise<void> {
  await Promise.all(loaders.map((get) => get()))
}
