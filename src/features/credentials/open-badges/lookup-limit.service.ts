import { countsOfAddress, refuseUsedUp, secondsToWait } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { WRONG_NUMBERS_PER_ADDRESS } from './credentials.rules.ts'

type GuessDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** Refuses whoever has asked for too many certificates that there are not. Who is shown one sees it however many others look. */
export async function refuseGuesser(deps: GuessDeps, address: string): Promise<void> {
  await refuseUsedUp(deps, deps.db, countsOfAddress(WRONG_NUMBERS_PER_ADDRESS, address))
}

/** Counts a number that is on no certificate. */
export async function countGuess(deps: GuessDeps, address: string): Promise<void> {
  for (const [limit, subject] of countsOfAddress(WRONG_NUMBERS_PER_ADDRESS, address))
    await secondsToWait(deps, deps.db, limit, subject)
}
