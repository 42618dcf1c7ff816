// How every process of the academy, and every command beside it, is run. Plain JavaScript for Node 20. Its types are in server-process.d.mts.

/** So that it starts in half the time. */
export const commandFlags = ['--import', new URL('quick-imports.mjs', import.meta.url).href]

/**
 * V8 else keeps up to 48 MB for young objects and lets them fill it, and lets the old ones double before it looks what of them
 * is still needed: half as much memory again, for each process. Of objects that lived through a busy start, as those of requests
 * do, it also learns to put all later ones among the old: it then clears these five times a second, at half the answers.
 */
export const serverFlags = [
  ...commandFlags,
  '--max-semi-space-size=4',
  '--heap-growing-percent=30',
  '--no-allocation-site-pretenuring',
]

/** The C library else keeps a heap of its own for each thread, from which little is ever given back. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
