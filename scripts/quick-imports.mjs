// Loaded before all else (`node --import`). For each import of drizzle-orm, and each of the four hundred between its own files, Node
// parses the 180 kB of its package.json again, which is almost half of the time in which a command or a server starts. What an
// import stands for is here found without it: a file beside its file, and the package's own names once each.
import { registerHooks } from 'node:module'

const PACKAGE = /\/node_modules\/drizzle-orm\//
const found = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    if (specifier.startsWith('.') && specifier.endsWith('.js') && PACKAGE.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context)
    const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    found.set(specifier, known)
    return known
  },
})
