export { deleteClosedWindows } from './rate-limits.queries.ts'
export {
  type RateLimitEntry,
  rateLimitsForAddress,
  resetAttempts,
  isRemembered,
  assertWithinRateLimits,
  remember,
  consumeRateLimit,
  filterOverRateLimit,
  uncountAttempts,
  enforceRateLimit,
  enforceAddressRateLimit,
} from './rate-limits.service.ts'
