export {
  consumeRequestsOf,
  consumeToken,
  consumeTokensFor,
  findPendingToken,
  findToken,
  saveAccountToken,
} from './account-tokens.queries.ts'
export {
  consumeEmailedLink,
  createEmailedLink,
  deadLinkError,
  deriveToken,
  findRequestedLink,
  formatLinkAddress,
  generateToken,
  getRegistrationRequestId,
  hasEmailedLink,
  hashToken,
  openEmailedLink,
} from './emailed-links.service.ts'
