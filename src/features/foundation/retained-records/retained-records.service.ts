import type { Executor, Transaction } from '#db/open-database.ts'
import type { Config } from '#platform/config.ts'
import { encrypt, DecryptionError, decrypt } from '#platform/encryption.ts'
import { insertRetainedRecords, listSealedByKind } from './retained-records.queries.ts'

type SealContext = { config: Pick<Config, 'appSecret'> }

/** Returns how the record of an erased member is encrypted. */
export function getRecordSeal(config: SealContext['config'], kind: string, subject: string) {
  return { config, purpose: 'kept record', owner: `${kind} ${subject}` }
}

export function tryUnseal(sealing: Parameters<typeof decrypt>[0], sealed: string): string | undefined {
  try {
    return decrypt(sealing, sealed)
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

type RetainedRecord = { kind: string; subject: string; content: string; keepUntil: Date }

export async function saveSealedRecords(
  { config }: SealContext,
  tx: Transaction,
  records: readonly RetainedRecord[],
): Promise<void> {
  const sealed = records.map(({ content, ...record }) => ({
    ...record,
    sealed: encrypt(getRecordSeal(config, record.kind, record.subject), content),
  }))
  await insertRetainedRecords(tx, sealed)
}

const BATCH_SIZE = 200

/** Reads the retained records of a kind in batches. Omits those that were encrypted with another APP_SECRET. */
export async function* readRetainedRecords(
  db: Executor,
  config: SealContext['config'],
  kind: string,
): AsyncGenerator<string[]> {
  let after = ''
  for (;;) {
    const records = await listSealedByKind(db, { kind, after, limit: BATCH_SIZE })
    const last = records.at(-1)
    if (!last) return
    yield records.flatMap(({ subject, sealed }) => tryUnseal(getRecordSeal(config, kind, subject), sealed) ?? [])
    after = last.subject
  }
}
