export { verifyCode, verifyRecoveryCode, requireStepUp } from './two-factor.service.ts'
export { deleteExpiredChallenges } from './passkeys.queries.ts'
export {
  endPendingFactors,
  findFactors,
  hasFactors,
  isInForce,
  type VerifiedFactor,
  lockMemberRow,
  markConfirmed,
  removeAllAuthenticators,
} from './two-factor.queries.ts'
export { twoFactorChanged } from './two-factor.queues.ts'
export { type TwoFactorChange, PASSKEYS_PER_ADDRESS, type TwoFactorMethod } from './two-factor.rules.ts'
export { removeFactors, countUnreadableFactors, getTwoFactorMethods } from './two-factor-methods.service.ts'
export { beginPasskeyAuthentication, verifyPasskey } from './passkeys.service.ts'
