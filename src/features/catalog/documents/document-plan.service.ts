import {
  BLANK,
  commonPlan,
  commonTexts,
  type Planning,
  PlanReading,
  productDraftOf,
  readCommonParts,
  readPlannedHandouts,
} from '#features/foundation/course-folders/course-folders.public.ts'
import { PDF } from './documents.rules.ts'
import { DocumentFile, NO_PDF_TO_SHOW } from './document-folder.service.ts'
import { DocumentPlan } from './document-plan.contract.ts'
import { saveDocument } from './document-saving.service.ts'
import { handoutsOf } from './documents.queries.ts'

/** A document in the studio. */
export const documentPlanning: Planning<DocumentPlan> = {
  schema: DocumentPlan,
  blank: { ...BLANK, files: [], sample_page: false },
  async of(db, product) {
    const handouts = await handoutsOf(db, product.id)
    const files = handouts.map(({ title, file }) => ({ name: title, file: file.id }))
    return { ...(await commonPlan(db, product)), files, sample_page: handouts.some(({ isSample }) => isSample) }
  },
  texts: commonTexts,
  check(plan, publishing) {
    const reading = new PlanReading()
    readCommonParts(reading, plan)
    const { name, short, price, files } = plan
    if (files.length === 0) reading.tell(['files'], 'Please add at least one file.')
    const given = files.map((handout) => ({ name: handout.name, file: handout.file ?? '' }))
    const page = reading.read(DocumentFile, { name, short, price, files: given }, [])
    const handouts = readPlannedHandouts(reading, publishing.files, { list: files, at: ['files'] })
    if (plan.sample_page && !handouts.some(({ file }) => file.contentType === PDF))
      reading.tell(['sample_page'], `${NO_PDF_TO_SHOW[0]?.toUpperCase()}${NO_PDF_TO_SHOW.slice(1)}.`)
    if (reading.findings.length > 0 || !page) return { findings: reading.findings }
    const document = { ...productDraftOf(plan, page, publishing), files: handouts, hasSamplePage: plan.sample_page }
    return { save: (saving) => saveDocument(saving, document) }
  },
}
