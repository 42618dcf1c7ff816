import path from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import type { Actor } from '#features/audit/audit.public.ts'
import type { Config } from '#platform/config.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { backUp } from '#operations/backup.service.ts'
import { type Restored, restore } from '#operations/restore.service.ts'
import { counted } from '#shared/counted.ts'
import { tellDeed } from './tell-log.ts'
import { megabytes, teller } from './telling.ts'
import { complain, say, type Verb } from './verb.ts'

export const backupVerbs: Readonly<Record<string, Verb>> = {
  backup: {
    usage: 'backup FILE',
    help: `Writes all tables, as they are in one instant, and all stored files into one tar file. The academy may run.
Left out: sessions and the tokens in mails, so that everyone has to log in again after a restore; jobs that have not run, so that no mail is
sent twice; and the settings. Keep those yourself, APP_SECRET above all.`,
    async run(deps, { args: [file], by }) {
      if (!file) return complain('backup needs a file: backup academy.tar')
      const { tables, rows, files, bytes, missing, waiting } = await backUp(deps, { file, tell: teller() })
      const subject = { id: path.basename(file) }
      const after = { files, rows, 'missing files': missing.length }
      await tellDeed(deps, { kind: 'academy.backed_up', by, subject, after })
      say(
        `Backed up ${counted(tables, 'table')} (${counted(rows, 'row')}) and ${counted(files, 'file')} (${megabytes(bytes)}) into ${file}.`,
      )
      if (waiting > 0) say(`Not in the backup: ${counted(waiting, 'job')}, such as mails, still to run.`)
      for (const sha256 of missing) complain(`The academy needs the file ${sha256} but does not have it.`)
      return missing.length === 0
        ? 0
        : complain(`Missing from the backup: ${counted(missing.length, 'file')}. Import what they belong to again.`)
    },
  },
  restore: {
    usage: 'restore FILE',
    help: `Brings a backup back into an empty database (DATABASE_URL, or the embedded one of a new DATA_DIR) and an empty place for files
(FILES_URL), on any PostgreSQL. Compares every table by count and digest and every file by its SHA-256; stores nothing in the database when anything is wrong.
The academy must not run.`,
    async before(config, { args: [file], by }) {
      if (!file) return complain('restore needs a file: restore academy.tar')
      const { madeAt, tables, rows, files, bytes, missing } = await restoreInto(config, { file, by })
      say(
        `Restored ${counted(tables, 'table')} (${counted(rows, 'row')}) and ${counted(files, 'file')} (${megabytes(bytes)}) as they were at ${madeAt}; all were compared.`,
      )
      if (missing.length > 0) say(`Missing when it was backed up: ${counted(missing.length, 'file')}.`)
      return say('Now start the academy. Everyone has to log in again.')
    },
  },
}

async function restoreInto(config: Config, { file, by }: { file: string; by: Actor }): Promise<Restored> {
  const files = await openFiles(config.files, config.storageKeys)
  await files.check()
  const given = { file, by, files, tell: teller() }
  if (config.databaseUrl !== undefined) return restore({ ...given, connectionString: config.databaseUrl })
  const server = await startEmbedded(config.dataDir)
  try {
    return await restore({ ...given, connectionString: server.connectionString })
  } finally {
    await server.stop()
  }
}
