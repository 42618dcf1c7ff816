export { forgetClosedWindows } from './throttling.queries.ts'
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
} from './throttling.service.ts'
