import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '#shared/operator-error.ts'

/**
 * Reads the secret for development. It is generated once and stored in the data folder, so that signed URLs remain
 * valid after a restart.
 */
export function loadOrCreateSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process created the file first, so use its secret.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        // If the disk is full, an empty file remains.
        rmSync(file, { force: true })
        throw error
      }
    }
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32)
    throw new OperatorError(
      `The secret in ${file} is incomplete. Restore it from a copy, or delete the file to create a new one.`,
    )
  return secret
}
