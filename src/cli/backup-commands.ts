import path from 'node:path'
import { openAcademy } from '../academy.ts'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { missingMigrations } from '#db/migrate.ts'
import {
  recordBackup,
  recordRestoreTest,
  describeUnconfirmedAddress,
} from '#features/back-office/alerts/alerts.public.ts'
import type { Actor } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  addToErasedList,
  reapplyErasures,
  ERASED_LIST_FILE_NAME,
  getErasedListPath,
  readErasedList,
} from '#features/back-office/privacy/privacy.public.ts'
import { listInvoiceGaps, readNumbers, findUnconfirmedAddress } from '#features/commerce/payments/payments.public.ts'
import type { Config } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'
import { openFileStore } from '#platform/files/open-file-store.ts'
import { createBackup } from '#operations/backup.service.ts'
import { pruneBackups, backupPathFor, removeStaleUnfinished } from '#operations/backup-retention.service.ts'
import { type RestoreSummary, restoreBackup } from '#operations/restore.service.ts'
import { verifyBackup } from '#operations/verify-backup.service.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatInvoiceNumber } from '#shared/invoice-number.ts'
import { recordCommand } from './record-command.ts'
import { formatMegabytes, createProgressPrinter } from './progress-printer.ts'
import { parseNumber, parseText } from './option-values.ts'
import { printError, printUsageError, printLine, type CommandInput, type Command, UsageError } from './command.ts'

export const backupCommands = {
  backup: {
    usage: 'backup FILE | FOLDER --keep N',
    isUntouched: ({ options }) => options['as-it-is'] === true,
    options: { keep: { type: 'string' }, try: { type: 'boolean' }, 'as-it-is': { type: 'boolean' } },
    help: `Writes all tables, as they are in one instant, and all stored files into one tar file. The academy may run.
Left out: sessions and the tokens in mails, so that everyone has to log in again after a restore; jobs that have not run, so that no mail is
sent twice; and the settings. Keep those yourself, APP_SECRET above all.
  --keep N          into a folder, by a name with day and time (UTC); then the newest N there are kept, and older ones of such names removed
  --try             restores it for a trial (try-backup); when that fails nothing older is removed
  --as-it-is        does not bring the database up to date first, so that the version before can restore it; npm run upgrade makes such a backup`,
    async run(deps, { args: [place], options, by }) {
      if (!place)
        return printUsageError('backup needs a file: backup academy.tar, or a folder: backup FOLDER --keep 14')
      const retained = parseRetainedCount(options['keep'])
      if (retained !== undefined)
        for (const name of await removeUnfinishedBackups(place, deps.now()))
          printLine(`Removed ${name}, which was left unfinished.`)
      const file = retained === undefined ? place : await backupPathFor(place, deps.now())
      const { madeAt, tables, rows, files, bytes, missing, waiting } = await createBackup(deps, {
        file,
        onProgress: createProgressPrinter(),
      })
      const subject = { id: path.basename(file) }
      const after = { files, rows, 'missing files': missing.length }
      // An earlier version's log may not exist or may differ.
      if ((await missingMigrations(deps.db)) === 0) {
        await recordCommand(deps, { kind: 'academy.backed_up', by, subject, after })
        await recordBackup(deps.db, { madeAt, file: path.resolve(file), missing: missing.length })
      }
      printLine(
        `Backed up ${pluralize(tables, 'table')} (${pluralize(rows, 'row')}) and ${pluralize(files, 'file')} (${formatMegabytes(bytes)}) into ${file}.`,
      )
      if (waiting > 0) printLine(`Not in the backup: ${pluralize(waiting, 'job')}, such as mails, still to run.`)
      for (const sha256 of missing) printError(`The academy needs the file ${sha256} but does not have it.`)
      if (options['try'] === true) await verifyAndRecordBackup(deps, { file, by })
      if (missing.length > 0)
        return printError(
          `Missing from the backup: ${pluralize(missing.length, 'file')}. Import what they belong to again.${retained === undefined ? '' : ' No older backup was removed.'}`,
        )
      if (retained === undefined) return 0
      const { removed, broken } = await pruneBackups(place, retained)
      for (const name of broken) printError(`${name} is not whole: it was not counted, and left to be looked at.`)
      return printLine(
        removed.length === 0
          ? 'No older backup had to be removed.'
          : `Removed, since ${retained} newer ones are kept: ${removed.join(', ')}.`,
      )
    },
  },
  'try-backup': {
    usage: 'try-backup FILE',
    help: `Restores a backup for a trial: into an embedded database of its own in the data folder, which is removed again. Compares every table and every file as
restore does; files are read and not written. The academy may run. Alerts and doctor know of it from then on.`,
    async run(deps, { args: [file], by }) {
      if (!file) return printUsageError('try-backup needs a file: try-backup academy.tar')
      await verifyAndRecordBackup(deps, { file, by })
      return 0
    },
  },
  restore: {
    usage: 'restore FILE',
    options: {
      erasures: { type: 'string' },
      'reset-factors': { type: 'boolean' },
      'without-records': { type: 'boolean' },
    },
    help: `Brings a backup back into an empty database (DATABASE_URL, or the embedded one of a new DATA_DIR) and an empty place for files
(FILES_URL), on any PostgreSQL. Compares every table by count and digest and every file by its SHA-256; stores nothing in the database when anything is wrong.
The academy must not run. Members who were erased after the backup was made are erased again: those of the list ${ERASED_LIST_FILE_NAME} in the data folder, and
  --erasures FILE   those of this list, too, which is added to that of the data folder
Without any they are back, and the command says what to do. Second factors open with the APP_SECRET under which they were set up alone. Under another one a backup that has some is refused, unless
  --reset-factors   the apps and recovery codes of all members are taken away
So do the invoices of erased members, which the law wants kept. Under another one a backup that has some is refused, unless
  --without-records   they are left closed, until the academy has that secret again`,
    async before(config, { args: [file], options, by }) {
      if (!file) return printUsageError('restore needs a file: restore academy.tar')
      // Read first: an unreadable list must not be discovered when the members are back.
      const { erasures } = options
      const erased = await readErasureLists(config.dataDir, typeof erasures === 'string' ? erasures : undefined)
      // If interrupted, the nightly job finishes erasing from there.
      if (erased) await addToErasedList(config.dataDir, erased.ids)
      const given = {
        file,
        by,
        resetFactors: options['reset-factors'] === true,
        withoutRecords: options['without-records'] === true,
      }
      const { madeAt, tables, rows, files, bytes, missing, factorsTaken, recordsSealed, isKeyClosed } =
        await restoreInto(config, given)
      printLine(
        `Restored ${pluralize(tables, 'table')} (${pluralize(rows, 'row')}) and ${pluralize(files, 'file')} (${formatMegabytes(bytes)}) as they were at ${madeAt}; all were compared.`,
      )
      if (missing.length > 0) printLine(`Missing when it was backed up: ${pluralize(missing.length, 'file')}.`)
      if (factorsTaken > 0)
        printLine(`Taken away: ${pluralize(factorsTaken, 'second factor')}. Their owners can set up new ones.`)
      if (recordsSealed > 0)
        printLine(`Left closed, since another APP_SECRET sealed them: ${pluralize(recordsSealed, 'kept invoice')}.`)
      if (isKeyClosed)
        printError(
          'The key that signs certificates was sealed with another APP_SECRET: nothing is signed until the academy has that secret, or another key: npm run academy -- rotate-credential-key.',
        )
      let left = 0
      if (erased) {
        const again = await eraseMembersAgain(config, erased.ids)
        printLine(`Erased again, as ${erased.saidBy}: ${pluralize(again.erased, 'member')}.`)
        left = again.waiting + again.failed
      } else printError(invalidListMessage(getErasedListPath(config.dataDir), madeAt))
      await printPaymentsSinceBackup(config)
      printLine(
        `Undone, whatever was done since ${madeAt}: new passwords, locks, roles, factors and passkeys that were taken away, access that was taken back, and used recovery codes. What to do about it: docs/files-and-backups.md, Restoring.`,
      )
      printLine('Now start the academy. Everyone has to log in again.')
      return left === 0
        ? 0
        : printError(
            `Not erased again, for the reasons above: ${pluralize(left, 'member')}. The academy tries it again each night.`,
          )
    },
  },
} satisfies Readonly<Record<string, Command>>

function parseRetainedCount(typed: CommandInput['options'][string]): number | undefined {
  const retained = parseNumber('keep', parseText(typed), 1)
  if (retained === 0) throw new UsageError('--keep should be at least 1: the backup that is made now is kept.')
  return retained ?? undefined
}

async function removeUnfinishedBackups(folder: string, now: Date): Promise<string[]> {
  await backupPathFor(folder, now)
  return removeStaleUnfinished(folder, now)
}

/** The result of the test restore is stored; an error of the test itself says nothing about the backup. */
async function verifyAndRecordBackup(deps: Deps, { file, by }: { file: string; by: Actor }): Promise<void> {
  const tried = await verifyBackup({ file, config: deps.config, by, onProgress: createProgressPrinter() })
  const { madeAt } = tried
  const problem = 'problem' in tried ? tried.problem : null
  const isKnown =
    madeAt &&
    (await missingMigrations(deps.db)) === 0 &&
    (await recordRestoreTest(deps.db, madeAt, { triedAt: deps.now(), problem }))
  if ('problem' in tried)
    throw new AppError('invalid', `${file} could not be restored: ${tried.problem} Nothing was removed; make another.`)
  const { restored } = tried
  printLine(
    `Restored for a trial and removed again: ${pluralize(restored.tables, 'table')} (${pluralize(restored.rows, 'row')}) and ${pluralize(restored.files, 'file')} (${formatMegabytes(restored.bytes)}) as they were at ${restored.madeAt}; all were compared.`,
  )
  if (!isKnown)
    printLine('This academy does not know of that backup: it was made by another one, or by an earlier version.')
}

/** The members in the data folder's list and in the given one; undefined if there is none. Rejects invalid lists. */
async function readErasureLists(
  dataDir: string,
  given: string | undefined,
): Promise<{ ids: string[]; saidBy: string } | undefined> {
  const ids: string[] = []
  const files: string[] = []
  for (const file of [...(given === undefined ? [] : [given]), getErasedListPath(dataDir)]) {
    const list = await readErasedList(file)
    if (!list && file === given) throw new AppError('invalid', `There is no file ${file}.`)
    const [wrong] = list?.wrong ?? []
    if (wrong !== undefined)
      throw new AppError('invalid', `No id of a member in ${file}: ${JSON.stringify(wrong.slice(0, 60))}`)
    if (!list) continue
    ids.push(...list.ids)
    files.push(file)
  }
  if (files.length === 0) return undefined
  return { ids: [...new Set(ids)], saidBy: `${files.join(' and ')} ${files.length === 1 ? 'says' : 'say'}` }
}

function invalidListMessage(list: string, madeAt: string): string {
  return `There is no list of erased members, ${list}: whoever was erased after ${madeAt} is back.
If anybody was, put ${ERASED_LIST_FILE_NAME} of the earlier data folder there before you start the academy, which erases them in its first night;
or erase each at once: erase-member MEMBER.`
}

/**
 * What the card provider shows since the time of the backup, and whose payments those are. If unavailable, it is asked
 * once the academy runs.
 */
async function printPaymentsSinceBackup(config: Config): Promise<void> {
  const academy = await openAcademy(config)
  const { db } = academy.deps
  try {
    const former = await findUnconfirmedAddress(db, config)
    if (former !== undefined)
      printError(`Note: ${describeUnconfirmedAddress(former, config.publicUrl)}. If this is a copy, leave it so.`)
    const read = await readNumbers(academy.deps)
    if (!read) return
    printLine(
      `The card provider shows ${pluralize(read.payments, 'payment')} of this academy; numbers of invoices go on after them.`,
    )
    for (const host of read.otherAddresses.filter((each) => each !== former))
      printError(`Note: ${describeUnconfirmedAddress(host, config.publicUrl)}. If this is a copy, leave it so.`)
    const gaps = await listInvoiceGaps(db)
    if (gaps.length > 0)
      printLine(
        `Numbers that no document here has, with their payments (invoice-gaps lists them again):\n${gaps.map((gap) => `  ${formatInvoiceNumber(gap)}  ${gap.intentId ?? 'no payment shows it'}`).join('\n')}`,
      )
    if (read.withoutOrder.length > 0)
      printLine(
        `Payments whose order is not in the backup. Make an order of each (adopt-payment PAYMENT --member MEMBER), or give it back (refund PAYMENT):\n${read.withoutOrder.map((each) => `  ${each}`).join('\n')}`,
      )
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payment_provider_unavailable') throw error
    printError(
      'The card provider can not be asked which invoices were issued since the backup. The academy asks it once it runs; until then it settles nothing and issues no number.',
    )
  } finally {
    await academy.close()
  }
}

async function eraseMembersAgain(config: Config, memberIds: string[]) {
  const academy = await openAcademy(config)
  try {
    return await reapplyErasures(academy.deps, memberIds)
  } finally {
    await academy.close()
  }
}

async function restoreInto(
  config: Config,
  { file, by, ...chosen }: { file: string; by: Actor; resetFactors: boolean; withoutRecords: boolean },
): Promise<RestoreSummary> {
  const files = await openFileStore(config.files, config.storageKeys)
  await files.check()
  const given = { file, by, files, onProgress: createProgressPrinter(), config, ...chosen }
  if (config.databaseUrl !== undefined) return restoreBackup({ ...given, connectionString: config.databaseUrl })
  const server = await startEmbeddedServer(config.dataDir)
  try {
    return await restoreBackup({ ...given, connectionString: server.connectionString })
  } finally {
    await server.stop()
  }
}
