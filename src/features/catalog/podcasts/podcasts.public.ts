export { podcastFolder } from './podcast-folder.service.ts'
export { podcastPlanFormat } from './podcast-plan.service.ts'
