import pg from 'pg'
import { getCurrentClient } from './current-client.ts'
import { DatabaseConnectionError } from './database-errors.ts'

type ConnectCallback = NonNullable<Parameters<pg.Pool['connect']>[0]>
type Waiting = { begin: () => void }

// The queue for jobs and everything else that is not part of a request.
const BACKGROUND = ''

/**
 * A pool whose clients take turns. No matter how many statements one client has waiting, each other client waits for at
 * most one of them.
 */
export class FairPool extends pg.Pool {
  /** The queues by client, in the order of their turns. No queue is empty. */
  readonly #queues = new Map<string, Waiting[]>()
  readonly #held = new WeakSet<pg.PoolClient>()
  readonly #timeoutMillis: number
  #free: number

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config)
    this.#free = config.max
    this.#timeoutMillis = config.connectionTimeoutMillis
    this.on('release', (_error, client) => {
      // A connection that was opened too late for its statement was never given to a caller, so its release doesn't
      // count.
      if (this.#held.delete(client)) this.#startNext()
    })
  }

  /** The number of statements and transactions that are waiting for their turn. */
  get queuedCount(): number {
    return [...this.#queues.values()].reduce((sum, { length }) => sum + length, 0)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) return this.#enqueue(callback)
    return new Promise((resolve, reject) => {
      this.#enqueue((error, client) => {
        if (client) resolve(client)
        // This error is thrown if a transaction gets no connection. A single statement is reported as a failed query
        // instead.
        else reject(new DatabaseConnectionError('No connection to the database', { cause: error }))
      })
    })
  }

  #enqueue(callback: ConnectCallback): void {
    if (this.#free > 0) {
      this.#free -= 1
      return this.#connect(callback)
    }
    const name = getCurrentClient() ?? BACKGROUND
    const queue = this.#queues.get(name) ?? []
    const waiting: Waiting = {
      begin: () => {
        clearTimeout(timer)
        this.#connect(callback)
      },
    }
    const timer = setTimeout(() => {
      this.#remove(name, waiting)
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => {})
    }, this.#timeoutMillis).unref()
    queue.push(waiting)
    this.#queues.set(name, queue)
  }

  #connect(callback: ConnectCallback): void {
    super.connect((error, client, release) => {
      if (client) this.#held.add(client)
      else this.#startNext()
      callback(error, client, release)
    })
  }

  /** Gives the free connection to the next queue, then moves that queue behind the others. */
  #startNext(): void {
    const [next] = this.#queues
    if (!next) {
      this.#free += 1
      return
    }
    const [name, queue] = next
    const waiting = queue.shift()
    this.#queues.delete(name)
    if (queue.length > 0) this.#queues.set(name, queue)
    waiting?.begin()
  }

  #remove(name: string, waiting: Waiting): void {
    const queue = this.#queues.get(name)
    const at = queue?.indexOf(waiting) ?? -1
    if (at !== -1) queue?.splice(at, 1)
    if (queue?.length === 0) this.#queues.delete(name)
  }
}
