import { startAcademy } from './start.ts'
import { ConfigError, readConfig } from '#platform/config.ts'

try {
  await startAcademy(readConfig(process.env), { isHot: process.argv.includes('--hot') })
} catch (error) {
  // A setting that is wrong wants a sentence, not a stack.
  console.error(error instanceof ConfigError ? `The academy can't start:\n${error.message}` : error)
  process.exitCode = 1
  process.exit()
}
