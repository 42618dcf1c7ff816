export { podcastFormat } from './podcast-format.service.ts'
