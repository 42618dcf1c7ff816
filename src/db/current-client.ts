import { AsyncLocalStorage } from 'node:async_hooks'

const currentClientStorage = new AsyncLocalStorage<string>()

/** Returns the member or network whose request the calling code is part of. Returns undefined outside of requests. */
export function getCurrentClient(): string | undefined {
  return currentClientStorage.getStore()
}

/** Runs `work` for a client. Clients take turns using database connections. */
export function runAsClient<Result>(client: string, work: () => Result): Result {
  return currentClientStorage.run(client, work)
}
