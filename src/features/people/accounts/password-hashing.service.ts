import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '#platform/concurrency-limit.ts'
import { clientKeyFor } from '#platform/client-key.ts'
import { busyError } from '#shared/app-error.ts'

// These are OWASP's parameters for Argon2id, the library's default algorithm: 19 MiB of memory, two passes, and one
// thread.
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash that no password matches. It is verified if there is no such member, so that an unknown name takes as long as
 * a wrong password.
 */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$h6/yTZYGYhud5aSVAU9fuw$/6sDUg7vR4rS4yy9Txu5vd+PDl79CV/VtmW7f0MOqqA'

// Each hash takes about 15 ms of one core and 19 MiB. A flood of logins must not block other work or other IP
// addresses.
const hashingLimit = createConcurrencyLimit({
  all: { running: 4, waiting: 120 },
  network: { running: 1, waiting: 30 },
  wider: { running: 2, waiting: 60 },
})

/** The client key if no visitor is involved, as on the command line and for the demo academy. */
export const INTERNAL_CLIENT = 'ourselves'

/** Hashes a password. `address` is the visitor's IP address, for which the number of concurrent hashes is limited. */
export async function hashPassword(password: string, address: string): Promise<string> {
  return runQueued(address, () => hash(normalizePassword(password), ARGON2_OPTIONS))
}

/** Verifies a password. If there is no hash, takes as long as if there were one, and returns false. */
export async function verifyPassword(
  password: string,
  passwordHash: string | undefined,
  address: string,
): Promise<boolean> {
  const stored = passwordHash?.startsWith('$argon2id$') ? passwordHash : DUMMY_HASH
  return (await runQueued(address, () => verify(stored, normalizePassword(password)))) && stored !== DUMMY_HASH
}

/** Normalizes the password, because keyboards compose accented characters differently. */
function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

async function runQueued<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  const passed = await hashingLimit(clientKeyFor(address), work)
  if (!passed) throw busyError()
  return passed.result
}
