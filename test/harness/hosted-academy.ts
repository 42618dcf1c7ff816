import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** With `environment`, opens an academy; without it, closes the academy with this ID. */
export type HostRequest = { id: number; environment?: NodeJS.ProcessEnv }
export type HostResponse = { id: number; failed?: string }

type Host = { child: ChildProcess; ask(asked: HostRequest): Promise<void>; printed: string }

let host: Host | undefined
let last = 0

/**
 * Opens an academy, as `npm start` does, in a process that all test files of this worker share, so that none has to
 * load and compile everything again.
 */
export async function hostAcademy(environment: NodeJS.ProcessEnv, flags: readonly string[]) {
  const used = (host ??= startHost(environment, flags))
  const id = (last += 1)
  const before = used.printed.length
  await used.ask({ id, environment })
  return {
    pid: used.child.pid ?? 0,
    printed: () => used.printed.slice(before),
    close: () => used.ask({ id }),
    /** Ends the process with all its open academies. */
    async kill(): Promise<void> {
      const exited = once(used.child, 'exit')
      used.child.kill('SIGKILL')
      await exited
    },
  }
}

function startHost(env: NodeJS.ProcessEnv, flags: readonly string[]): Host {
  const child = fork(path.join(import.meta.dirname, 'academies-process.ts'), {
    env,
    execArgv: [...flags],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const asking = new Map<number, (answered: HostResponse) => void>()
  const started: Host = {
    child,
    printed: '',
    async ask(asked) {
      const { failed } = await new Promise<HostResponse>((resolve) => {
        asking.set(asked.id, resolve)
        child.send(asked, (error) => error && resolve({ id: asked.id, failed: `${error.message}\n${started.printed}` }))
      })
      if (failed !== undefined) throw new Error(failed)
    },
  }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (started.printed += chunk.toString()))
  child.on('message', (answered: HostResponse) => {
    asking.get(answered.id)?.(answered)
    asking.delete(answered.id)
  })
  child.once('exit', () => {
    if (host === started) host = undefined
    for (const [id, resolve] of asking) resolve({ id, failed: `The academies' process ended:\n${started.printed}` })
  })
  return started
}
