export { podcastFolder } from './podcast-folder.service.ts'
export { podcastPlanning } from './podcast-plan.service.ts'
