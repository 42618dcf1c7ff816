// Loaded before everything else (`node --import`). For each of several thousand imports, Node asks the file system
// several times for location and type; for drizzle-orm, including the four hundred imports between its own files, it
// parses the 180 kB package.json each time. Together this is more than half of the startup time of a command or server.
// This resolves imports without it: relative files, ours by the names in package.json's `imports`, and drizzle-orm's
// own names once each.
import { existsSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('..', import.meta.url).href
const found = new Map()

// Caches compiled code for the next process, which saves half of the remaining time; a folder that is not writable
// disables the cache.
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
      // Leave missing files to Node, which reports them.
      if (existsSync(url)) return { url: url.href, format: 'module-typescript', shortCircuit: true }
    }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context)
    const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    found.set(specifier, known)
    return known
  },
})

/** Node reads a package's type once to determine a script's type; for drizzle-orm, that takes long. */
function resolveRelative(specifier, parentURL) {
  const { href: url } = new URL(specifier, parentURL)
  return { url, ...(parentURL.includes('/drizzle-orm/') && { format: 'module' }), shortCircuit: true }
}
