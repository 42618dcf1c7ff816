import type { Executor, Transaction } from '#db/open.ts'
import type { Config } from '#platform/config.ts'
import { seal, SealBroken, unseal } from '#platform/sealing.ts'
import { insertKept, listSealedOf } from './retained-records.queries.ts'

type Sealing = { config: Pick<Config, 'appSecret'> }

/** How a record of somebody who was erased is sealed. */
export function sealOfRecord(config: Sealing['config'], kind: string, subject: string) {
  return { config, purpose: 'kept record', owner: `${kind} ${subject}` }
}

export function opened(sealing: Parameters<typeof unseal>[0], sealed: string): string | undefined {
  try {
    return unseal(sealing, sealed)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

type Kept = { kind: string; subject: string; content: string; keepUntil: Date }

/** Seals what is to be kept of somebody who is being erased. */
export async function keepSealed({ config }: Sealing, tx: Transaction, records: readonly Kept[]): Promise<void> {
  const sealed = records.map(({ content, ...record }) => ({
    ...record,
    sealed: seal(sealOfRecord(config, record.kind, record.subject), content),
  }))
  await insertKept(tx, sealed)
}

const AT_ONCE = 200

/** What is kept of a kind, some at a time; what was sealed with another APP_SECRET is left out. */
export async function* readKept(db: Executor, config: Sealing['config'], kind: string): AsyncGenerator<string[]> {
  let after = ''
  for (;;) {
    const records = await listSealedOf(db, { kind, after, limit: AT_ONCE })
    const last = records.at(-1)
    if (!last) return
    yield records.flatMap(({ subject, sealed }) => opened(sealOfRecord(config, kind, subject), sealed) ?? [])
    after = last.subject
  }
}
