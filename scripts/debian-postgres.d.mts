export type DebianPostgres = {
  url: string
  version: string
  pid(): number
  /** Kills the server (kill -9), like a power failure. */
  kill(): Promise<void>
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** The folder of the newest PostgreSQL programs from Debian's packages, or undefined. */
export function findDebianPrograms(): string | undefined
export function startDebianPostgres(programs: string, options?: { isDurable?: boolean }): Promise<DebianPostgres>
