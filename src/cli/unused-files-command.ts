import { removeUnusedFiles, type UnusedFile, findUnusedFiles } from '#features/foundation/files/files.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDay } from '#shared/dates.ts'
import { formatTable } from './table.ts'
import { formatMegabytes } from './progress-printer.ts'
import { printLine, type Command } from './command.ts'

export const unusedFilesCommand: Command = {
  usage: 'unused-files [--remove]',
  help: `Lists stored files older than a day that no product, draft, earlier version, or page uses. Largest first.
  --remove          remove them, except any that are in use again by then. Does not run during a backup,
                    because the backup might need them. Earlier backups still have them
  --json            print as JSON`,
  options: { remove: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(deps, { options: { remove, json }, by }) {
    const { timeZone } = await readSite(deps.db)
    const { removed, freedBytes } = remove ? await removeUnusedFiles(deps, by) : { removed: [], freedBytes: 0 }
    const found = remove ? removed : await findUnusedFiles(deps)
    if (json) return printLine(JSON.stringify(found, null, 1))
    if (found.length === 0) return printLine('No unused files are older than a day.')
    const end = remove
      ? `Removed ${pluralize(found.length, 'file')}, freeing ${formatMegabytes(freedBytes)}.`
      : `${pluralize(found.length, 'file')}, ${formatMegabytes(sumUniqueBytes(found))}. To remove them: npm run academy -- unused-files --remove`
    return printLine(`${formatFileTable(found, timeZone)}\n\n${end}`)
  },
}

/** Content with several names is stored once, so it is counted once. */
function sumUniqueBytes(found: UnusedFile[]): number {
  return [...new Map(found.map(({ sha256, bytes }) => [sha256, bytes])).values()].reduce((sum, bytes) => sum + bytes, 0)
}

function formatFileTable(found: UnusedFile[], timeZone: string): string {
  return formatTable(
    [{ title: 'Stored' }, { title: 'Name', maxWidth: 60 }, { title: 'Size', isNumber: true }],
    found.map(({ createdAt, name, bytes }) => [formatDay(createdAt, timeZone), name, formatMegabytes(bytes)]),
  )
}
