export { factorOfCode, factorOfRecoveryCode, refuseUnlessShown } from './codes.service.ts'
export {
  deleteExpiredChallenges,
  endPendingFactors,
  findFactors,
  hasFactors,
  isInForce,
  type ShownFactor,
  lockMember,
  markConfirmed,
  removeAllCodes,
} from './factors.queries.ts'
export { factorChanged } from './factors.queues.ts'
export { type Change, PASSKEYS_PER_ADDRESS, type Way } from './factors.rules.ts'
export { removeFactors, unreadableFactors, waysOf } from './factors.service.ts'
export { askForPasskey, memberOfPasskey } from './passkeys.service.ts'
