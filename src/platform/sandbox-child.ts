import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { SandboxJob, SandboxReply } from './sandbox.ts'
import { CPU_LIMIT, IDLE, MEMORY_LIMIT, STATE, WORKING } from './sandbox-watchdog.ts'

// This is the entry point of the child process for `runInSandbox`. It runs one job at a time.

// Page requests have priority over jobs. If the academy itself was started with a lower priority, this process can't
// raise it. When the machine runs out of memory, the kernel kills this process first.
setPriority(Math.max(5, getPriority()))
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // This file exists only on Linux.
}

const watched = new Int32Array(new SharedArrayBuffer(16))
const watchdog = new Worker(new URL('sandbox-watchdog.ts', import.meta.url), {
  workerData: { watched, parent: process.ppid },
})
// Without the watchdog, there are no limits, so end the process.
watchdog.once('exit', () => process.exit(1))

// A terminal and systemd send these signals to every process. Ignore them, because the parent may still need this
// process. The parent ends it by disconnecting.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(0))
process.on('message', (job: SandboxJob) => void work(job))

type Exports = Record<string, (input: unknown) => unknown>

async function work({ module, name, input, cpuMs, memoryMb, resultBytes }: SandboxJob): Promise<void> {
  let reply: object
  try {
    const run = ((await import(module)) as Exports)[name]
    if (!run) throw new Error(`There is no ${name} in ${module}`)
    watch(cpuMs, memoryMb)
    const result = serialize(await run(input))
    reply = result.byteLength > resultBytes ? { isTooLarge: true } : { result }
  } catch (error) {
    reply = { error: plainError(error) }
  }
  Atomics.store(watched, STATE, IDLE)
  process.send?.({ ...reply, memoryMb: process.memoryUsage.rss() / 1024 ** 2 } as SandboxReply)
}

function watch(cpuMs: number, memoryMb: number): void {
  const { user, system } = process.cpuUsage()
  watched[CPU_LIMIT] = (user + system) / 1_000 + cpuMs
  watched[MEMORY_LIMIT] = memoryMb
  Atomics.store(watched, STATE, WORKING)
  Atomics.notify(watched, STATE)
}

function plainError(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined, code: undefined }
  const { name, message, stack } = error
  return {
    name,
    message: message.slice(0, 2_000),
    stack: stack?.slice(0, 8_000),
    code: (error as NodeJS.ErrnoException).code,
  }
}
