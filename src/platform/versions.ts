import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** How to run a process of the academy: its entry file, and the Node flags that come before it. */
export type Program = { exec: string; execArgv: string[] }

const PROGRAM_FOLDER = path.resolve(import.meta.dirname, '../..')
const VERSIONS = path.dirname(PROGRAM_FOLDER)
const IS_BUILT = path.basename(VERSIONS) === 'versions' && existsSync(path.join(VERSIONS, 'current'))

/** The folder with the built assets of all kept versions. Undefined if this process runs from source. */
export const sharedAssets = IS_BUILT ? path.join(VERSIONS, 'assets') : undefined

const Flags = z.object({ serverFlags: z.array(z.string()) })

/** Returns the version to run now, or undefined if this process runs from source. */
export async function getCurrentProgram(): Promise<Program | undefined> {
  if (!IS_BUILT) return undefined
  const folder = await realpath(path.join(VERSIONS, 'current'))
  const { serverFlags } = Flags.parse(await import(pathToFileURL(path.join(folder, 'scripts/server-process.mjs')).href))
  return { exec: path.join(folder, 'src/main.ts'), execArgv: serverFlags }
}
