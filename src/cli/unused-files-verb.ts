import { removeUnusedFiles, type UnusedFile, unusedFiles } from '#features/foundation/files/files.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { counted } from '#shared/counted.ts'
import { dayOf } from '#shared/dates.ts'
import { tableOf } from './table.ts'
import { megabytes } from './telling.ts'
import { say, type Verb } from './verb.ts'

export const unusedFilesVerb: Verb = {
  usage: 'unused-files [--remove]',
  help: `Stored files, older than a day, that no product names any more: an earlier video, say, in whose place another was imported. The largest come first.
  --remove          removes them, counted again in that moment; what is named by then stays. Not while a backup runs, which would
                    miss them. Backups of before still have them
  --json            for programs`,
  options: { remove: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(deps, { options: { remove, json }, by }) {
    const { timeZone } = await readSite(deps.db)
    const { removed, freedBytes } = remove ? await removeUnusedFiles(deps, by) : { removed: [], freedBytes: 0 }
    const found = remove ? removed : await unusedFiles(deps)
    if (json) return say(JSON.stringify(found, null, 1))
    if (found.length === 0) return say('There are no unused files that are older than a day.')
    const end = remove
      ? `Removed: ${counted(found.length, 'file')}; ${megabytes(freedBytes)} are free again.`
      : `${counted(found.length, 'file')}, ${megabytes(contentBytes(found))}. To remove them: unused-files --remove`
    return say(`${fileTable(found, timeZone)}\n\n${end}`)
  },
}

/** Content that goes by two names is stored once. */
function contentBytes(found: UnusedFile[]): number {
  return [...new Map(found.map(({ sha256, bytes }) => [sha256, bytes])).values()].reduce((sum, bytes) => sum + bytes, 0)
}

function fileTable(found: UnusedFile[], timeZone: string): string {
  return tableOf(
    [{ title: 'Stored' }, { title: 'Name', most: 60 }, { title: 'Size', isNumber: true }],
    found.map(({ createdAt, name, bytes }) => [dayOf(createdAt, timeZone), name, megabytes(bytes)]),
  )
}
