export { rememberKnownClient, verifyAttempt } from './login-attempts.service.ts'
export { INTERNAL_CLIENT, hashPassword, verifyPassword } from './password-hashing.service.ts'
export { TOO_COMMON, isGuessable } from './password-strength.service.ts'
