import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { findDebianPrograms, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { runAcademy } from './running-academy.ts'

/**
 * An academy whose database server can be killed (-9), too: the embedded server, which the academy restarts by itself,
 * or, where tests run on their own server, a separate Debian PostgreSQL cluster.
 */
export async function runKillableAcademy(settings: Record<string, string> = {}) {
  return inject('postgres') === 'debian' ? onDebian(settings) : onEmbedded(settings)
}

async function onEmbedded(settings: Record<string, string>) {
  const academy = await runAcademy({ databaseUrl: '', settings })
  const embedded = await startEmbeddedServer(academy.folder)
  await embedded.stop()
  return {
    academy,
    connectionString: embedded.connectionString,
    killDatabase: () => killPostmasterOf(academy.folder),
    close: () => academy.close(),
  }
}

async function onDebian(settings: Record<string, string>) {
  const programs = findDebianPrograms()
  if (programs === undefined)
    throw new Error("Only Debian's PostgreSQL can be killed here (apt-get install -y postgresql).")
  const cluster = await startDebianPostgres(programs, { isDurable: true })
  const academy = await runAcademy({ databaseUrl: cluster.url, settings })
  return {
    academy,
    connectionString: cluster.url,
    async killDatabase() {
      await cluster.kill()
      await cluster.startAgain()
    },
    async close() {
      await academy.close()
      await cluster.stop()
    },
  }
}

async function killPostmasterOf(folder: string): Promise<void> {
  // Some folders contain only the cluster's location.
  const cluster = readOr(path.join(folder, 'pg.location'))?.trim() ?? path.join(folder, 'pg')
  for (let tries = 0; tries < 200; tries++) {
    const pid = Number(readOr(path.join(cluster, 'postmaster.pid'))?.split('\n')[0])
    if (readOr(`/proc/${pid}/cmdline`)?.includes('postgres')) {
      process.kill(pid, 'SIGKILL')
      return
    }
    // The server is still starting.
    await sleep(50)
  }
  throw new Error('There was no database server to be killed')
}

function readOr(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
