export { forgetClosedWindows } from './rate-limits.queries.ts'
export {
  type Counted,
  countsOfAddress,
  forgetTries,
  isRemembered,
  refuseUsedUp,
  remember,
  secondsToWait,
  takeBackTries,
  throttle,
  throttleAddress,
} from './rate-limits.service.ts'
