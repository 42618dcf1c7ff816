import { type ChildProcess, fork } from 'node:child_process'
import { deserialize } from 'node:v8'
import { AppError, busyError } from '#shared/app-error.ts'

export type SandboxLimits = {
  /** The CPU time of all threads of the child process. */
  cpuMs: number
  /** The memory of the child process, of which Node itself uses about 80 MB. */
  memoryMb: number
  /** The size of the result is limited, because decoding it blocks the event loop of the server process. */
  resultBytes: number
  /** Ends a job that waits forever. The limit is long enough for a normal file on a slow machine. */
  wallMs: number
}

const DEFAULT_LIMITS: Omit<SandboxLimits, 'wallMs'> = { cpuMs: 10_000, memoryMb: 768, resultBytes: 1024 * 1024 }
const MAX_CHILDREN = 2
const MAX_WAITING = 400
const MAX_WAITING_OF_ONE = 40
/** A request that waits this long and then runs is still answered before its connection times out after a minute. */
const MAX_WAIT_MS = 40_000
const IDLE_MS = 30_000

/** The queue of jobs that no member requested, such as background jobs. */
export const ACADEMY = 'academy'

export type SandboxJob = Omit<SandboxLimits, 'wallMs'> & { module: string; name: string; input: unknown }

export type SandboxReply = { memoryMb: number } & (
  | { result: Uint8Array }
  | { isTooLarge: true }
  | { error: { name: string; message: string; stack: string | undefined; code: unknown } }
)

const LIMIT_PROBLEMS = {
  time: 'takes too long to process. Make it simpler or split it into smaller files, then try again',
  memory: 'needs too much memory to process. Make it simpler or split it into smaller files, then try again',
  crash: 'can’t be processed. Save it again in the program it was made with, then try again',
}

/**
 * The child process was killed, or ended abnormally, while it processed the input. The response has status 400 unless
 * the caller has a better message.
 */
export class SandboxLimitError extends AppError {
  readonly reason: keyof typeof LIMIT_PROBLEMS
  /** The end of a sentence that starts with the name of the file. */
  readonly problem: string

  constructor(reason: keyof typeof LIMIT_PROBLEMS, detail?: string) {
    super('invalid', `This file ${LIMIT_PROBLEMS[reason]}.`)
    this.name = 'SandboxLimitError'
    this.reason = reason
    this.problem = LIMIT_PROBLEMS[reason]
    if (detail) this.cause = detail
  }
}

type Waiting = {
  job: SandboxJob
  member: string
  wallMs: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

type Sandbox = { child: ChildProcess; current: Waiting | undefined; idle: NodeJS.Timeout | undefined }

/** The queues by member. The first queue has the next turn. */
const waiting = new Map<string, Waiting[]>()
const sandboxes = new Set<Sandbox>()

/**
 * Returns a function that runs an exported function of a module in a child process. The process is killed when it
 * exceeds the limits. Use it for everything that parses or draws untrusted input, because it uses neither the event loop
 * nor the thread pool of this process. The input and the result are copied, so they may be plain data, dates, and bytes.
 *
 *     export const drawAll = runInSandbox<typeof draw>(new URL(import.meta.url), draw.name, { cpuMs: 5_000 })
 *     await drawAll(file, memberId)
 *
 * Members take turns, and each has at most one running job. Throws `SandboxLimitError`, `busy`, or the function's own
 * error as a plain `Error`.
 */
export function runInSandbox<Work extends (input: never) => unknown>(
  module: URL,
  name: string,
  limits: Partial<SandboxLimits> = {},
): (input: Parameters<Work>[0], member: string) => Promise<Awaited<ReturnType<Work>>> {
  const { wallMs, ...rest } = { ...DEFAULT_LIMITS, ...limits }
  return (input, member) =>
    enqueue({
      job: { ...rest, module: module.href, name, input },
      member,
      wallMs: wallMs ?? 60_000 + 10 * rest.cpuMs,
    }) as Promise<Awaited<ReturnType<Work>>>
}

function enqueue({ job, member, wallMs }: Pick<Waiting, 'job' | 'member' | 'wallMs'>): Promise<unknown> {
  const own = waiting.get(member) ?? []
  const total = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
  if (own.length >= MAX_WAITING_OF_ONE || total >= MAX_WAITING) return Promise.reject(busyError())
  return new Promise((resolve, reject) => {
    const entry: Waiting = { job, member, wallMs, resolve, reject }
    own.push(entry)
    waiting.set(member, own)
    startNext()
    if (!own.includes(entry)) return
    const timer = setTimeout(() => {
      const at = own.indexOf(entry)
      if (at === -1) return
      own.splice(at, 1)
      if (own.length === 0 && waiting.get(member) === own) waiting.delete(member)
      reject(busyError())
    }, MAX_WAIT_MS)
    timer.unref()
  })
}

function startNext(): void {
  const free = [...sandboxes].find(({ current }) => !current)
  if (!free && sandboxes.size >= MAX_CHILDREN) return
  const entry = takeNext()
  if (!entry) return
  try {
    run(free ?? openSandbox(), entry)
  } catch (error) {
    entry.reject(error)
  }
  startNext()
}

function takeNext(): Waiting | undefined {
  const served = new Set([...sandboxes].map(({ current }) => current?.member))
  for (const [member, own] of waiting) {
    if (served.has(member)) continue
    const entry = own.shift()
    waiting.delete(member)
    if (own.length > 0) waiting.set(member, own)
    if (entry) return entry
  }
  return undefined
}

function run(sandbox: Sandbox, entry: Waiting): void {
  const { child } = sandbox
  sandbox.current = entry
  clearTimeout(sandbox.idle)
  child.ref()
  child.channel?.ref()
  // If sending fails, an 'exit' event follows.
  child.send(entry.job, () => {})
  const limit = setTimeout(() => child.kill('SIGALRM'), entry.wallMs)
  limit.unref()
  const { resolve, reject } = entry
  entry.resolve = (result) => {
    clearTimeout(limit)
    resolve(result)
  }
  entry.reject = (error) => {
    clearTimeout(limit)
    reject(error)
  }
}

// The child preloads the same modules as this process, because they speed up module resolution. The exception is the
// module that reports loaded files in development, because its messages would be mistaken for replies.
const importFlags = process.execArgv.flatMap((flag, at) =>
  flag === '--import' && !process.execArgv[at + 1]?.endsWith('report-loaded-files.mjs')
    ? process.execArgv.slice(at, at + 2)
    : [],
)

function openSandbox(): Sandbox {
  const child = fork(new URL('sandbox-child.ts', import.meta.url), {
    execArgv: [...importFlags, '--max-old-space-size=1024', '--max-semi-space-size=4'],
    env: childEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const sandbox: Sandbox = { child, current: undefined, idle: undefined }
  sandboxes.add(sandbox)
  let errors = ''
  child.stderr?.on('data', (text: Buffer) => {
    errors = (errors + text.toString()).slice(-2_000)
  })
  child.on('message', (reply: SandboxReply) => finish(sandbox, reply))
  const end = (error: Error) => {
    if (!sandboxes.delete(sandbox)) return
    clearTimeout(sandbox.idle)
    sandbox.current?.reject(error)
    sandbox.current = undefined
    startNext()
  }
  child.once('error', end)
  child.once('exit', (code, signal) => {
    // A job can't make the process exit with a code, so the file is not the reason. It is a bug of ours.
    end(
      signal
        ? new SandboxLimitError(toLimitReason(signal), errors)
        : new Error(`The sandbox ended with ${code}: ${errors}`),
    )
  })
  return sandbox
}

/** Returns the environment for the child process. It contains no settings, because some are secrets. */
function childEnvironment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- these are not settings of the academy
  const { PATH, TMPDIR, LANG, TZ, NODE_ENV, HOME } = process.env
  return { PATH, TMPDIR, LANG, TZ, NODE_ENV, HOME, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' }
}

/**
 * Returns which limit a signal is about. SIGVTALRM and SIGKILL come from the watchdog, SIGALRM comes from the time
 * limit in `run`, and SIGABRT comes from V8 when its heap is full.
 */
function toLimitReason(signal: NodeJS.Signals): keyof typeof LIMIT_PROBLEMS {
  if (signal === 'SIGVTALRM' || signal === 'SIGALRM') return 'time'
  return signal === 'SIGKILL' || signal === 'SIGABRT' ? 'memory' : 'crash'
}

function finish(sandbox: Sandbox, reply: SandboxReply): void {
  const { child, current } = sandbox
  sandbox.current = undefined
  child.unref()
  child.channel?.unref()
  ;(child.stderr as unknown as { unref(): void } | null)?.unref()
  if (current) answer(current, reply)
  // The memory that libraries don't release would count against the next job.
  if (current && reply.memoryMb > current.job.memoryMb / 2) close(sandbox)
  else sandbox.idle = setTimeout(() => close(sandbox), IDLE_MS).unref()
  startNext()
}

function close(sandbox: Sandbox): void {
  clearTimeout(sandbox.idle)
  sandboxes.delete(sandbox)
  if (sandbox.child.connected) sandbox.child.disconnect()
}

function answer({ resolve, reject }: Waiting, reply: SandboxReply): void {
  if ('result' in reply) resolve(deserialize(reply.result))
  else if ('isTooLarge' in reply) reject(new SandboxLimitError('memory', 'the result is too large'))
  else reject(Object.assign(new Error(reply.error.message), reply.error))
}
