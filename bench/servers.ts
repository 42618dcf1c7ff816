import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { findDebianPrograms, startDebianPostgres } from '../scripts/debian-postgres.mjs'

export type Server = {
  readonly name: string
  readonly connectionString: string
  readonly pid: number
  stop(): Promise<void>
}

const CLOCK_TICK_MS = 10

/** The embedded PostgreSQL and, if installed, the system's own: each new, empty, and on a socket. */
export const SERVERS: Record<string, (folder: string) => Promise<Server | undefined>> = {
  embedded: startOurs,
  Debian: startSystems,
}

async function startOurs(folder: string): Promise<Server> {
  const { connectionString, stop } = await startEmbeddedServer(folder)
  return { name: 'embedded', connectionString, pid: postmasterOf(path.join(folder, 'pg')), stop }
}

async function startSystems(): Promise<Server | undefined> {
  const programs = findDebianPrograms()
  if (programs === undefined) return undefined
  const { url, version, pid, stop } = await startDebianPostgres(programs, { isDurable: true })
  return { name: version, connectionString: url, pid: pid(), stop }
}

function postmasterOf(cluster: string): number {
  return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Processor time of a process and all its children, including ended ones, in milliseconds. */
export function cpuMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    const ofChildren = children.reduce((sum, child) => sum + cpuMs(Number(child)), 0)
    return (user + system + endedUser + endedSystem) * CLOCK_TICK_MS + ofChildren
  } catch {
    return 0
  }
}

/** The memory of a process in mebibytes, including its share of shared memory. */
export function pssMiB(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
