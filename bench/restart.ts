import { setTimeout as sleep } from 'node:timers/promises'
import { getChildPids, countConnections, isWorker, startLoad } from '../test/harness/load.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'

const CONNECTIONS = 32

/** Counts failed requests under load, while all processes are restarted, and while one of two processes is killed. */
export async function restart(): Promise<Row[]> {
  return withAcademyOnPostgres({ workers: 2 }, async (academy) => {
    const workers = () => getChildPids(academy.pid()).filter(isWorker)
    const url = `${academy.url}/Academy/api/courses/`
    const port = Number(new URL(academy.url).port)

    const before = workers()
    const renewing = startLoad(url, CONNECTIONS)
    await sleep(1_000)
    process.kill(academy.pid(), 'SIGHUP')
    while (workers().length !== 2 || workers().some((pid) => before.includes(pid))) await sleep(100)
    await renewing.stop()

    const killing = startLoad(url, CONNECTIONS)
    await sleep(1_000)
    const [killed = 0] = workers()
    const inHands = countConnections(killed, port)
    process.kill(killed, 'SIGKILL')
    await sleep(3_000)
    await killing.stop()
    console.log(
      `${renewing.answered()} requests while renewing; ${killing.answered()} around the kill, ${inHands} connections in its hands`,
    )
    return [
      { what: 'failed while all were renewed', ours: renewing.failures.length, limit: 0, unit: 'requests' },
      {
        what: 'failed when one was killed',
        ours: killing.failures.length + killing.askedAgain(),
        limit: inHands,
        unit: 'requests',
      },
    ]
  })
}
