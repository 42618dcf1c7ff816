import { AsyncLocalStorage } from 'node:async_hooks'

const currentClientStorage = new AsyncLocalStorage<string>()

/** The member or network whose request the calling code is part of; undefined outside of requests. */
export function getCurrentClient(): string | undefined {
  return currentClientStorage.getStore()
}

/** `client` is what takes turns for database connections. */
export function runAsClient<Result>(client: string, work: () => Result): Result {
  return currentClientStorage.run(client, work)
}
