import { hash, verify } from '@node-rs/argon2'
import { gate } from '#platform/gate.ts'
import { placeOf } from '#platform/network.ts'
import { busy } from '#shared/app-error.ts'

// OWASP's parameters for Argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that no password opens. It is compared when there is no such member, so that unknown names take as long as wrong passwords. */
const DUMMY = '$argon2id$v=19$m=19456,t=2,p=1$h6/yTZYGYhud5aSVAU9fuw$/6sDUg7vR4rS4yy9Txu5vd+PDl79CV/VtmW7f0MOqqA'

// Each hash takes a core and 19 MiB for some 15 ms: a flood of them must stop nothing else, and from one address nobody else's.
const pass = gate({
  all: { running: 4, waiting: 120 },
  network: { running: 1, waiting: 30 },
  wider: { running: 2, waiting: 60 },
})

/** For whom a password is hashed that comes from no visitor: the command line, the demo academy. */
export const OURSELVES = 'ourselves'

/** `address` is whose turn it takes: the visitor's IP address. */
export async function hashPassword(password: string, address: string): Promise<string> {
  return queued(address, () => hash(normal(password), PARAMETERS))
}

/** Whether the password opens this hash; without one it takes the same time and is always false. */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  address: string,
): Promise<boolean> {
  const stored = passwordHash?.startsWith('$argon2id$') ? passwordHash : DUMMY
  return (await queued(address, () => verify(stored, normal(password)))) && stored !== DUMMY
}

/** One and the same password from every keyboard, however it composes its accents. */
function normal(password: string): string {
  return password.normalize('NFKC')
}

async function queued<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  const passed = await pass(placeOf(address), work)
  if (!passed) throw busy()
  return passed.result
}
