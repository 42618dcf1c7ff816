export { podcastFolder } from './podcast-folders.service.ts'
export { podcastPlanFormat } from './podcast-plans.service.ts'
