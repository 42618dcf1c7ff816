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
    help: `Backs up all tables, from one point in time, and all stored files into one tar file. The academy can keep running.
Not included: sessions and tokens in emails, so everyone must log in again after a restore; jobs that have not run, so no email is
sent twice; and the settings. Back up those yourself, especially APP_SECRET.
  --keep N          write into a folder, named by date and time (UTC), keep the newest N backups there, and remove older ones
  --try             test the backup by restoring it (see try-backup); if that fails, no older backup is removed
  --as-it-is        do not migrate the database first, so that the previous version can restore the backup; npm run upgrade makes such a backup`,
    async run(deps, { args: [place], options, by }) {
      if (!place)
        return printUsageError('backup needs a file: backup academy.tar, or a folder: backup FOLDER --keep 14')
      const retained = parseRetainedCount(options['keep'])
      if (retained !== undefined)
        for (const name of await removeUnfinishedBackups(place, deps.now()))
          printLine(`Removed ${name}, an unfinished backup.`)
      const file = retained === undefined ? place : await backupPathFor(place, deps.now())
      const { madeAt, tables, rows, files, bytes, missing, waiting } = await createBackup(deps, {
        file,
        onProgress: createProgressPrinter(),
      })
      const subject = { id: path.basename(file) }
      const after = { files, rows, 'missing files': missing.length }
      // In an earlier version's database, the log may be missing or different.
      if ((await missingMigrations(deps.db)) === 0) {
        await recordCommand(deps, { kind: 'academy.backed_up', by, subject, after })
        await recordBackup(deps.db, { madeAt, file: path.resolve(file), missing: missing.length })
      }
      printLine(
        `Backed up ${pluralize(tables, 'table')} (${pluralize(rows, 'row')}) and ${pluralize(files, 'file')} (${formatMegabytes(bytes)}) to ${file}.`,
      )
      if (waiting > 0) printLine(`Not in the backup: ${pluralize(waiting, 'job')} still to run, such as emails.`)
      for (const sha256 of missing) printError(`The academy needs the file ${sha256} but does not have it.`)
      if (options['try'] === true) await verifyAndRecordBackup(deps, { file, by })
      if (missing.length > 0)
        return printError(
          `Missing from the backup: ${pluralize(missing.length, 'file')}. Re-import the products that use missing files.${retained === undefined ? '' : ' No older backup was removed.'}`,
        )
      if (retained === undefined) return 0
      const { removed, broken } = await pruneBackups(place, retained)
      for (const name of broken)
        printError(`${name} is incomplete. It was not counted and was not removed, so you can inspect it.`)
      return printLine(
        removed.length === 0
          ? 'No older backups to remove.'
          : `Removed, keeping the newest ${retained}: ${removed.join(', ')}.`,
      )
    },
  },
  'try-backup': {
    usage: 'try-backup FILE',
    help: `Tests a backup: restores it into a temporary embedded database in the data folder, then removes the test copy. Compares every table and
file as restore does; files are read, not written. The academy can keep running. Alerts and doctor report the result.`,
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
    help: `Restores a backup into an empty database (DATABASE_URL, or the embedded one in a new DATA_DIR) and empty file storage (FILES_URL),
on any PostgreSQL server. Stop the academy first. Compares every table by count and digest and every file by its SHA-256. If anything is
wrong, nothing is stored in the database. Members who were deleted after the backup was made are deleted again if ${ERASED_LIST_FILE_NAME}
in the data folder lists them. Without that list, they are restored too, and the command says what to do.
The APP_SECRET of the backed-up academy is needed to read two-factor secrets and retained invoices of deleted members. With another
APP_SECRET, a backup that contains either is rejected, unless you add --reset-factors or --without-records.
  --erasures FILE     also delete the members listed in this file, and add them to the list in the data folder
  --reset-factors     remove the authenticator apps and recovery codes of all members
  --without-records   leave the retained invoices unreadable until the academy has that secret again`,
    async before(config, { args: [file], options, by }) {
      if (!file) return printUsageError('restore needs a file: restore academy.tar')
      // Read first, because an unreadable list must be noticed before the members are restored.
      const { erasures } = options
      const erased = await readErasureLists(config.dataDir, typeof erasures === 'string' ? erasures : undefined)
      // If the restore is interrupted, the nightly job finishes erasing members on this list.
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
        `Restored ${pluralize(tables, 'table')} (${pluralize(rows, 'row')}) and ${pluralize(files, 'file')} (${formatMegabytes(bytes)}) as of ${madeAt}. All data was verified.`,
      )
      if (missing.length > 0)
        printLine(`Already missing when the backup was made: ${pluralize(missing.length, 'file')}.`)
      if (factorsTaken > 0)
        printLine(`Removed: ${pluralize(factorsTaken, 'two-factor secret')}. Members can set up new ones.`)
      if (recordsSealed > 0)
        printLine(
          `Left unreadable, because another APP_SECRET encrypted them: ${pluralize(recordsSealed, 'retained invoice')}.`,
        )
      if (isKeyClosed)
        printError(
          'The key that signs certificates was encrypted with another APP_SECRET. Nothing is signed until the academy has that secret or a new key: npm run academy -- rotate-credential-key',
        )
      let left = 0
      if (erased) {
        const again = await eraseMembersAgain(config, erased.ids)
        printLine(`Deleted again, as listed in ${erased.source}: ${pluralize(again.erased, 'member')}.`)
        left = again.waiting + again.failed
      } else printError(invalidListMessage(getErasedListPath(config.dataDir), madeAt))
      await printPaymentsSinceBackup(config)
      printLine(
        `Changes made since ${madeAt} are lost: new passwords, locks, roles, changes to two-factor authentication, revoked access, and used recovery codes. See "Restoring" in docs/files-and-backups.md.`,
      )
      printLine(
        `Now start the academy. Everyone must log in again. It emails members and settles payments as ${config.publicUrl}: if the original still runs, stop it first. For practice only, start it with another PUBLIC_URL and without SMTP_URL, STRIPE_SECRET_KEY, and STRIPE_PUBLISHABLE_KEY.`,
      )
      return left === 0
        ? 0
        : printError(
            `Not deleted again, for the reasons above: ${pluralize(left, 'member')}. The academy tries again each night.`,
          )
    },
  },
} satisfies Readonly<Record<string, Command>>

function parseRetainedCount(typed: CommandInput['options'][string]): number | undefined {
  const retained = parseNumber('keep', parseText(typed))
  if (retained === 0) throw new UsageError('--keep must be at least 1, because the new backup counts as one.')
  return retained ?? undefined
}

async function removeUnfinishedBackups(folder: string, now: Date): Promise<string[]> {
  await backupPathFor(folder, now)
  return removeStaleUnfinished(folder, now)
}

/** Records the result of the test restore. If the test itself could not run, that says nothing about the backup. */
async function verifyAndRecordBackup(deps: Deps, { file, by }: { file: string; by: Actor }): Promise<void> {
  const tried = await verifyBackup({ file, config: deps.config, by, onProgress: createProgressPrinter() })
  const { madeAt } = tried
  const problem = 'problem' in tried ? tried.problem : null
  const isKnown =
    madeAt &&
    (await missingMigrations(deps.db)) === 0 &&
    (await recordRestoreTest(deps.db, madeAt, { triedAt: deps.now(), problem }))
  if ('problem' in tried)
    throw new AppError(
      'invalid',
      `${file} could not be restored: ${tried.problem} Nothing was removed. Make another backup.`,
    )
  const { restored } = tried
  printLine(
    `Test restore passed: ${pluralize(restored.tables, 'table')} (${pluralize(restored.rows, 'row')}) and ${pluralize(restored.files, 'file')} (${formatMegabytes(restored.bytes)}) as of ${restored.madeAt}. All data was verified, and the test copy was removed.`,
  )
  if (!isKnown) printLine('This academy has no record of that backup: another academy or an earlier version made it.')
}

/**
 * The members in the data folder's list and in the given list; undefined if there is neither. Rejects invalid lists.
 */
async function readErasureLists(
  dataDir: string,
  given: string | undefined,
): Promise<{ ids: string[]; source: string } | undefined> {
  const ids: string[] = []
  const files: string[] = []
  for (const file of [...(given === undefined ? [] : [given]), getErasedListPath(dataDir)]) {
    const list = await readErasedList(file)
    if (!list && file === given) throw new AppError('invalid', `There is no file ${file}. Correct the path.`)
    const [wrong] = list?.wrong ?? []
    if (wrong !== undefined)
      throw new AppError(
        'invalid',
        `Invalid member ID in ${file}: ${JSON.stringify(wrong.slice(0, 60))}. Correct the file, then try again.`,
      )
    if (!list) continue
    ids.push(...list.ids)
    files.push(file)
  }
  if (files.length === 0) return undefined
  return { ids: [...new Set(ids)], source: files.join(' and ') }
}

function invalidListMessage(list: string, madeAt: string): string {
  return `The list of deleted members, ${list}, is missing. Anyone deleted after ${madeAt} has been restored.
If anyone was deleted since then, copy ${ERASED_LIST_FILE_NAME} from the earlier data folder to this one before you start the academy. The academy deletes those members again during its first nightly run.
Or delete each one now: npm run academy -- erase-member MEMBER`
}

/**
 * Prints what the card provider recorded since the backup, and which academy the payments belong to. If the provider
 * can't be reached, the academy asks again when it runs.
 */
async function printPaymentsSinceBackup(config: Config): Promise<void> {
  const academy = await openAcademy(config)
  const { db } = academy.deps
  try {
    const former = await findUnconfirmedAddress(db, config)
    if (former !== undefined) printError(`Note: ${describeUnconfirmedAddress(former, config.publicUrl)}`)
    const read = await readNumbers(academy.deps)
    if (!read) return
    printLine(
      `Stripe shows ${pluralize(read.payments, 'payment')} for this academy. Invoice numbering continues after the last number found.`,
    )
    for (const host of read.otherAddresses.filter((each) => each !== former))
      printError(`Note: ${describeUnconfirmedAddress(host, config.publicUrl)}`)
    for (const host of read.sellingAddresses)
      printError(
        `Note: Stripe also shows payments that this academy or a copy of it started at ${host}. Their invoice numbers are not issued again. If this academy has sold at ${host}, run this before you start it: npm run academy -- confirm-former-address ${host}. If ${host} is another academy or a copy that is still running, do nothing.`,
      )
    const gaps = await listInvoiceGaps(db)
    if (gaps.length > 0)
      printLine(
        `Numbers that have no invoice or credit note in this database, with their payments (to list them again: npm run academy -- invoice-gaps):\n${gaps.map((gap) => `  ${formatInvoiceNumber(gap)}  ${gap.intentId ?? 'no payment found'}`).join('\n')}`,
      )
    if (read.withoutOrder.length > 0)
      printLine(
        `Payments whose order is not in the backup. Create an order for each (npm run academy -- adopt-payment PAYMENT --member MEMBER), or refund it (npm run academy -- refund PAYMENT):\n${read.withoutOrder.map((each) => `  ${each}`).join('\n')}`,
      )
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payment_provider_unavailable') throw error
    if (!academy.deps.payments.isOpen)
      printError(
        'No Stripe keys are in use: those in the backup wait until an owner presses Use these settings under Payments in the studio.',
      )
    printError(
      'The academy could not check with Stripe which invoices were issued since the backup. It tries again once it is running. Until then, it completes no purchases and issues no invoice numbers.',
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
