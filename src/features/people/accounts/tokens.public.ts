export {
  consumeToken,
  consumeTokensFor,
  findToken,
  findTokenHolder,
  saveAccountToken,
} from './account-tokens.queries.ts'
export { deriveToken, generateToken, getRegistrationRequestId, hashToken } from './tokens.service.ts'
