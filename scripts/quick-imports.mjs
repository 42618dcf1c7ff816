// Loaded before everything else (`node --import`). For each of several thousand imports, Node asks the file system for
// its location and type several times; for drizzle-orm, including the 400 imports between its own files, it parses the
// 180 kB package.json each time. Together this takes more than half of the startup time of a command or server. This
// resolver avoids it: relative files, the `imports` of our package.json, and drizzle-orm's names are each resolved
// once.
import { existsSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('..', import.meta.url).href
const found = new Map()

// Caches compiled code for the next process, which saves half of the remaining time. If the folder is not writable, the
// cache is off.
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

/** Node reads a package's `type` for each script; drizzle-orm's package.json takes long to parse. */
function resolveRelative(specifier, parentURL) {
  const { href: url } = new URL(specifier, parentURL)
  return { url, ...(parentURL.includes('/drizzle-orm/') && { format: 'module' }), shortCircuit: true }
}
