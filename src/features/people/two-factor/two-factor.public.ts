export { factorOfCode, factorOfRecoveryCode, refuseUnlessShown } from './authenticator-codes.service.ts'
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
} from './two-factor.queries.ts'
export { factorChanged } from './two-factor.queues.ts'
export { type Change, PASSKEYS_PER_ADDRESS, type Way } from './two-factor.rules.ts'
export { removeFactors, unreadableFactors, waysOf } from './two-factor.service.ts'
export { askForPasskey, memberOfPasskey } from './passkeys.service.ts'
