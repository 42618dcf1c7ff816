// How to run each process of the academy and its commands. Plain JavaScript for Node 20. Its types are in
// server-process.d.mts.

/** Halves the startup time. */
export const commandFlags = ['--import', new URL('quick-imports.mjs', import.meta.url).href]

/**
 * By default V8 keeps up to 48 MB for new objects and lets the old generation double before collecting it, which adds
 * half as much memory per process. After a busy start it also learns from long-lived requests to allocate all later
 * objects in the old generation, then collects it five times a second, at half the throughput.
 */
export const serverFlags = [
  ...commandFlags,
  '--max-semi-space-size=4',
  '--heap-growing-percent=30',
  '--no-allocation-site-pretenuring',
]

/** Without this setting, the C library keeps a heap per thread, from which it rarely releases memory. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
