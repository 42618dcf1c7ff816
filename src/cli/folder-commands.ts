import path from 'node:path'
import { formatProblem } from '#features/foundation/product-folders/product-folders.public.ts'
import { exportFolder, importFolder, formatReport } from '#features/catalog/import-export/import.public.ts'
import { AppError } from '#shared/app-error.ts'
import { formatList } from '#shared/format-list.ts'
import { formatCounts, KIND_NAMES, pluralizeKind } from '#shared/kinds.ts'
import { recordCommand } from './record-command.ts'
import { printUsageError, printLine, type Command } from './command.ts'

export const folderCommands = {
  import: {
    usage: 'import FOLDER [--dry-run] [--over-studio]',
    begins: ({ options }) => options['dry-run'] !== true,
    help: `Loads ${formatList([...KIND_NAMES.map(pluralizeKind), 'site settings'], 'and')} from a folder of plain files (format: docs/your-academy.md).\nIf anything is wrong, nothing is stored. Importing again updates what is stored. Reports what is new, changed, unchanged, and missing from the folder.
  --dry-run         report the same but store nothing
  --over-studio     overwrite changes made in the studio since the last import, and changes to
                    whether a product is for sale, wherever the folder differs`,
    options: { 'dry-run': { type: 'boolean' }, 'over-studio': { type: 'boolean' } },
    async run(deps, { args: [folder], options, by }) {
      if (!folder) return printUsageError('import needs a folder: import FOLDER')
      const isDryRun = options['dry-run'] === true
      const result = await importFolder(deps, folder, by, { isDryRun, isOverStudio: options['over-studio'] === true })
      if ('problems' in result) {
        for (const problem of result.problems) console.error(formatProblem(problem))
        throw new AppError(
          'invalid',
          `Nothing was stored: ${result.problems.length} ${result.problems.length === 1 ? 'problem' : 'problems'}.`,
        )
      }
      return printLine(formatReport(result.report, isDryRun))
    },
  },
  export: {
    usage: 'export FOLDER',
    help: `Writes all ${formatList(KIND_NAMES.map(pluralizeKind), 'and')} and the site settings into an empty folder, in the format that import reads.`,
    async run(deps, { args: [folder], by }) {
      if (!folder) return printUsageError('export needs a folder: export FOLDER')
      const exported = await exportFolder(deps, folder)
      await recordCommand(deps, {
        kind: 'academy.exported',
        by,
        subject: { id: path.basename(folder) },
        after: exported,
      })
      return printLine(`Exported ${formatCounts(exported)} to ${folder}.`)
    },
  },
} satisfies Readonly<Record<string, Command>>
