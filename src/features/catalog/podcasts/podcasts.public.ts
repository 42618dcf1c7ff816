export { podcastFormat } from './podcast-format.service.ts'
export { previewPodcast } from './podcast-previews.service.ts'
