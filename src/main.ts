import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#platform/config.ts'

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
  // A setting that is wrong wants a sentence, not a stack.
  console.error(error instanceof ConfigError ? `The academy can't start:\n${error.message}` : error)
  process.exitCode = 1
  process.exit()
}

/** `--hot`: pages from the sources, reloaded as they change. `--workers`: many processes. `--overlap`: beside a newer version. */
function readOptions() {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { hot: flag, workers: flag, overlap: flag } }).values
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}
