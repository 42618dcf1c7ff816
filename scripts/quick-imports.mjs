// Loaded before all else (`node --import`). Node asks the file system several times for each of some thousand imports where their file lies
// and of which kind it is, and for each import of drizzle-orm, and each of the four hundred between its own files, it parses the 180 kB of its
// package.json again: together more than half of the time in which a command or a server starts. What an import stands for is here found
// without that: a file beside its file, one of ours by the names of package.json's `imports`, and drizzle-orm's own names once each.
import { existsSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('..', import.meta.url).href
const found = new Map()

// What was compiled is kept for the next process, half of the rest of that time; where nothing can be written there, nothing is kept.
enableCompileCache(fileURLToPath(new URL('.compiled', ROOT)))

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return next(specifier, context)
    const isRelative = specifier.startsWith('.')
    if (parentURL.includes('/node_modules/')) {
      if (isRelative && /\.[cm]?js$/.test(specifier)) return resolveRelative(specifier, parentURL)
    } else if (parentURL.startsWith(ROOT) && specifier.endsWith('.ts')) {
      const url = isRelative ? new URL(specifier, parentURL) : new URL(`src/${specifier.slice(1)}`, ROOT)
      // What is not there Node tells in its own words.
      if (existsSync(url)) return { url: url.href, format: 'module-typescript', shortCircuit: true }
    }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context)
    const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    found.set(specifier, known)
    return known
  },
})

/** Of which kind a script is says its package, which Node reads once; drizzle-orm's is the one that takes long. */
function resolveRelative(specifier, parentURL) {
  const { href: url } = new URL(specifier, parentURL)
  return { url, ...(parentURL.includes('/drizzle-orm/') && { format: 'module' }), shortCircuit: true }
}
