import {
  EMPTY_PLAN,
  loadCommonPlan,
  listCommonTexts,
  type PlanHandler,
  PlanValidator,
  buildDraftFromPlan,
  validateCommonFields,
  readPlannedFile,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { listPodcastFiles } from './podcast-folders.queries.ts'
import { PodcastFile } from './podcast-folders.rules.ts'
import { PodcastPlan } from './podcast-plans.contract.ts'
import { savePodcast } from './podcast-saving.service.ts'

export const podcastPlanFormat: PlanHandler<PodcastPlan> = {
  schema: PodcastPlan,
  blank: { ...EMPTY_PLAN, launch_date: '', audio: null, video: null, captions: null, poster: null },
  async of(db, product) {
    const { launchDate, ...files } = await listPodcastFiles(db, product.id)
    return { ...(await loadCommonPlan(db, product)), launch_date: launchDate, ...files }
  },
  texts: listCommonTexts,
  check(plan, publishing) {
    const reading = new PlanValidator()
    validateCommonFields(reading, plan)
    const { name, short, price, launch_date } = plan
    const page = reading.read(PodcastFile, { name, short, price, launch_date }, [])
    const fileOf = (field: 'audio' | 'video' | 'captions' | 'poster') =>
      readPlannedFile(reading, publishing.files, {
        id: plan[field],
        at: [field],
        use: field === 'poster' ? 'picture' : field,
      })
    const files = {
      audio: fileOf('audio'),
      video: fileOf('video'),
      captions: fileOf('captions'),
      poster: fileOf('poster'),
    }
    if (plan.audio === null && plan.video === null)
      reading.addError(['audio'], 'Please choose a recording: sound, or a video.')
    if (plan.audio !== null && plan.video !== null)
      reading.addError(['video'], 'A video can’t stand beside sound: keep one of them.')
    if (reading.findings.length > 0 || !page) return { findings: reading.findings }
    const podcast = {
      ...buildDraftFromPlan(plan, page, publishing),
      launchDate: page.launch_date,
      ...files,
    }
    return { save: (saving) => savePodcast(saving, podcast) }
  },
}
