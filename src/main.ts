import { parseArgs } from 'node:util'
import { readConfig } from '#platform/config.ts'
import { reportFatalError } from './report-fatal-error.ts'

try {
  const { hot, workers, overlap } = readOptions()
  const config = readConfig(process.env)
  if (workers) {
    const { serveWithWorkers } = await import('./serve.ts')
    await serveWithWorkers(config, { isOverlapping: overlap })
  } else {
    const { startAcademy } = await import('./start.ts')
    await startAcademy(config, { isHot: hot, isOverlapping: overlap })
  }
} catch (error) {
  process.exit(reportFatalError(error, { environment: process.env, typed: [], heading: "The academy can't start:" }))
}

/**
 * `--hot`: pages from the sources, with hot reload. `--workers`: several processes. `--overlap`: runs at the same time
 * as a newer version.
 */
function readOptions() {
  const flag = { type: 'boolean', default: false } as const
  return parseArgs({ options: { hot: flag, workers: flag, overlap: flag } }).values
}
