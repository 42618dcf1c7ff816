export { podcastForm } from './podcast-folder.service.ts'
