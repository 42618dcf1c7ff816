import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** The committed and new files that match these Git patterns, as paths relative to the installation folder. */
export function listFiles(...patterns: string[]): string[] {
  const cwd = path.resolve(import.meta.dirname, '..')
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], { cwd, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
}
