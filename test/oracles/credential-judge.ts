import { execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const Verdict = z.object({
  /** Why nothing could be verified: `invalid_signature`. */
  errors: z.array(z.string()),
  /** `valid_signature: true`, `revocation_status: status_list_not_found` */
  steps: z.record(z.string(), z.union([z.boolean(), z.string()])),
})
export type Verdict = z.infer<typeof Verdict>

/**
 * What the verifier may load: anything from the network, trusting this certificate authority, or only these documents,
 * by URL.
 */
type Published = { authority: string } | { documents: Record<string, string> }

/** The verdict of a third-party verifier on a credential, in a separate process that knows only what is published. */
export function judged(credential: string, published: Published): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const [authority, documents] = 'authority' in published ? [published.authority, {}] : ['', published.documents]
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority }
    const child = execFile(process.execPath, [fileURLToPath(import.meta.url)], { env }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr, { cause: error })) : resolve(Verdict.parse(JSON.parse(stdout))),
    )
    child.stdin?.end(JSON.stringify({ credential, documents } satisfies z.infer<typeof Case>))
  })
}

const Case = z.object({ credential: z.string(), documents: z.record(z.string(), z.string()) })

type VerifierResult = {
  errors?: { name: string }[]
  log?: { id: string; valid?: boolean; error?: { name: string } }[]
}

async function judge(): Promise<void> {
  const { credential: signed, documents } = Case.parse(JSON.parse(await text(process.stdin)))
  const credential: unknown = JSON.parse(signed)
  const usual = globalThis.fetch
  // The library would fetch the Open Badges schema, which does not affect signatures, and continue without it.
  globalThis.fetch = async (...asked) => {
    const address = new Request(...asked).url
    if (address.startsWith('https://localhost:')) return usual(...asked)
    return new Response(documents[address] ?? '{}', { headers: { 'content-type': 'application/json' } })
  }
  const { verifyCredential } = await import('@digitalcredentials/verifier-core')
  const result = (await verifyCredential({ credential: credential as never, knownDIDRegistries: [] })) as VerifierResult
  const steps = (result.log ?? []).map(({ id, valid, error }) => [id, error?.name ?? valid ?? false])
  const verdict = { errors: (result.errors ?? []).map(({ name }) => name), steps: Object.fromEntries(steps) }
  process.stdout.write(JSON.stringify(verdict satisfies Verdict))
}

if (import.meta.main) await judge()
