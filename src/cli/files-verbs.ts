import { moveFiles } from '#operations/moving.service.ts'
import { type FilesPlace, filesPlace, whyUnsafe } from '#platform/files/files-place.ts'
import { openFiles } from '#platform/files/open-files.ts'
import type { Deps } from '#platform/deps.ts'
import type { Files } from '#platform/files/files.ts'
import { AppError } from '#shared/app-error.ts'
import { counted } from '#shared/counted.ts'
import { tellDeed } from './tell-log.ts'
import { megabytes, teller } from './telling.ts'
import { complain, misused, say, type Verb } from './verb.ts'

const text = { type: 'string' } as const

export const filesVerbs = {
  'move-files': {
    usage: 'move-files --to ADDRESS',
    help: `Copies every stored file to another folder (file:/srv/files) or bucket (s3://bucket?endpoint=…&region=…), reads each back and
compares its SHA-256, and says what to set next. The academy may run meanwhile; started again, it continues where it stopped.
  --from ADDRESS    from there instead of FILES_URL`,
    options: { to: text, from: text },
    async run(deps, { options: { to, from }, by }) {
      if (typeof to !== 'string') return misused('move-files needs to know where to: move-files --to s3://bucket')
      const source = typeof from === 'string' ? addressed('--from', from) : deps.config.files
      const target = addressed('--to', to)
      const unsafe = deps.config.mode === 'production' ? whyUnsafe(target) : undefined
      if (unsafe !== undefined) throw new AppError('invalid', `The endpoint in --to ${unsafe}.`)
      const [fromText, toText] = [addressOf(source), addressOf(target)]
      if (fromText === toText) return complain(`The files are in ${toText} already.`)
      const stores = { from: await usable(deps, source), to: await usable(deps, target) }

      const { files, bytes, missing } = await moveFiles(deps, { ...stores, tell: teller() })
      const ways = { before: { place: fromText }, after: { place: toText, files, 'missing files': missing.length } }
      await tellDeed(deps, { kind: 'academy.moved_files', by, ...ways })
      for (const { sha256 } of missing) complain(`The academy needs the file ${sha256}, which is in neither place.`)
      if (missing.length > 0)
        return complain(`Missing: ${counted(missing.length, 'file')}. Import what they belong to again.`)
      return say(`${toText} now holds everything: ${counted(files, 'file')} (${megabytes(bytes)}), each read back and compared.
Set FILES_URL='${toText}' and restart the academy.
Then copy what was imported in the meantime:
  npm run academy -- move-files --from '${fromText}' --to '${toText}'
Nothing was removed from ${fromText}: delete it when you no longer need it.`)
    },
  },
} satisfies Readonly<Record<string, Verb>>

function addressed(option: string, address: string): FilesPlace {
  try {
    return filesPlace(address)
  } catch (error) {
    throw new AppError('invalid', `${option} should be: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function addressOf(place: FilesPlace): string {
  if (place.kind === 'folder') return `file:${place.folder}`
  const { bucket, prefix, endpoint, region } = place
  const query = [...(endpoint === undefined ? [] : [`endpoint=${endpoint}`]), `region=${region}`].join('&')
  return `s3://${bucket}${prefix && `/${prefix.slice(0, -1)}`}?${query}`
}

async function usable({ config }: Deps, place: FilesPlace): Promise<Files> {
  const files = await openFiles(place, config.storageKeys)
  await files.check().catch((error: unknown) => {
    throw new AppError('unavailable', `${addressOf(place)}: ${error instanceof Error ? error.message : String(error)}`)
  })
  return files
}
