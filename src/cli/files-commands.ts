import { moveFiles } from '#operations/move-files.service.ts'
import { type FilesLocation, parseFilesUrl, describeUnsafeLocation } from '#platform/files/files-location.ts'
import { openFileStore } from '#platform/files/open-file-store.ts'
import type { Deps } from '#platform/deps.ts'
import type { Files } from '#platform/files/files.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { recordCommand } from './record-command.ts'
import { formatMegabytes, createProgressPrinter } from './progress-printer.ts'
import { printError, printUsageError, printLine, type Command } from './command.ts'

const text = { type: 'string' } as const

export const filesCommands = {
  'move-files': {
    usage: 'move-files --to ADDRESS',
    help: `Copies every stored file to another folder (file:/srv/files) or bucket (s3://bucket?endpoint=…&region=…), reads each back and
compares its SHA-256, and says what to set next. The academy can keep running. If the command is interrupted, run it again to continue.
  --from ADDRESS    copy from this address instead of FILES_URL`,
    options: { to: text, from: text },
    async run(deps, { options: { to, from }, by }) {
      if (typeof to !== 'string') return printUsageError('move-files needs a destination: move-files --to s3://bucket')
      const source = typeof from === 'string' ? parseFilesLocation('--from', from) : deps.config.files
      const target = parseFilesLocation('--to', to)
      const unsafe = deps.config.mode === 'production' ? describeUnsafeLocation(target) : undefined
      if (unsafe !== undefined) throw new AppError('invalid', `The endpoint in --to ${unsafe}.`)
      const [fromText, toText] = [formatFilesLocation(source), formatFilesLocation(target)]
      if (fromText === toText) return printError(`The files are already in ${toText}.`)
      const stores = { from: await openUsableFiles(deps, source), to: await openUsableFiles(deps, target) }

      const { files, bytes, missing } = await moveFiles(deps, { ...stores, onProgress: createProgressPrinter() })
      const ways = { before: { place: fromText }, after: { place: toText, files, 'missing files': missing.length } }
      await recordCommand(deps, { kind: 'academy.moved_files', by, ...ways })
      for (const { sha256 } of missing)
        printError(`The academy needs the file ${sha256}, which is in neither location.`)
      if (missing.length > 0)
        return printError(
          `Missing: ${pluralize(missing.length, 'file')}. Re-import the products that use missing files.`,
        )
      return printLine(`${toText} now has everything: ${pluralize(files, 'file')} (${formatMegabytes(bytes)}), each read back and compared.
Set FILES_URL='${toText}' and restart the academy.
Then copy the files added in the meantime:
  npm run academy -- move-files --from '${fromText}' --to '${toText}'
Nothing was removed from ${fromText}. Delete it when you no longer need it.`)
    },
  },
} satisfies Readonly<Record<string, Command>>

function parseFilesLocation(option: string, address: string): FilesLocation {
  try {
    return parseFilesUrl(address)
  } catch (error) {
    throw new AppError('invalid', `${option} must be ${error instanceof Error ? error.message : String(error)}`)
  }
}

function formatFilesLocation(place: FilesLocation): string {
  if (place.kind === 'folder') return `file:${place.folder}`
  const { bucket, prefix, endpoint, region } = place
  const query = [...(endpoint === undefined ? [] : [`endpoint=${endpoint}`]), `region=${region}`].join('&')
  return `s3://${bucket}${prefix && `/${prefix.slice(0, -1)}`}?${query}`
}

async function openUsableFiles({ config }: Deps, place: FilesLocation): Promise<Files> {
  const files = await openFileStore(place, config.storageKeys)
  await files.check().catch((error: unknown) => {
    throw new AppError(
      'unavailable',
      `${formatFilesLocation(place)}: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  return files
}
