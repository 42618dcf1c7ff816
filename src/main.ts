import { ConfigError, readConfig } from '#platform/config.ts'

try {
  const config = readConfig(process.env)
  if (process.argv.includes('--workers')) {
    const { serveWithWorkers } = await import('./serve.ts')
    await serveWithWorkers(config)
  } else {
    const { startAcademy } = await import('./start.ts')
    await startAcademy(config, { isHot: process.argv.includes('--hot') })
  }
} catch (error) {
  // A setting that is wrong wants a sentence, not a stack.
  console.error(error instanceof ConfigError ? `The academy can't start:\n${error.message}` : error)
  process.exitCode = 1
  process.exit()
}
