import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOOTER = 'src/web/shell/footer.tsx'
const WORDS = 'All rights reserved.'
/** The footer text from the second version on. */
export const NEW_WORDS = 'All rights reserved, in a new version.'

/** The committed source in its own folder, from which a server clones and pulls as from any remote. */
export function openProgram(from: string, folder: string) {
  const copy = `${folder}-changed`
  for (const old of [folder, copy]) rmSync(old, { recursive: true, force: true })
  const git = (...words: string[]) => execFileSync('git', words, { stdio: 'ignore' })
  git('clone', '--bare', '--no-hardlinks', '--single-branch', from, folder)
  return {
    folder,
    /** Commits a new version with a different footer text. */
    change() {
      git('clone', folder, copy)
      const file = path.join(copy, FOOTER)
      writeFileSync(file, readFileSync(file, 'utf8').replace(WORDS, NEW_WORDS))
      const who = ['-c', 'user.name=Trial', '-c', 'user.email=trial@example.com']
      git('-C', copy, ...who, 'commit', '--no-verify', '-am', 'Other words below each page')
      git('-C', copy, 'push', 'origin', 'HEAD')
    },
  }
}
