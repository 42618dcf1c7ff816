import {
  EMPTY_PLAN,
  loadCommonPlan,
  listCommonTexts,
  type PlanHandler,
  PlanValidator,
  buildDraftFromPlan,
  validateCommonFields,
  readPlannedHandouts,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { PDF } from './documents.rules.ts'
import { DocumentFile, NO_SAMPLE_PDF_ERROR } from './document-folders.service.ts'
import { DocumentPlan } from './document-plans.contract.ts'
import { saveDocument } from './document-saving.service.ts'
import { listHandouts } from './documents.queries.ts'

export const documentPlanFormat: PlanHandler<DocumentPlan> = {
  schema: DocumentPlan,
  blank: { ...EMPTY_PLAN, files: [], sample_page: false },
  async of(db, product) {
    const handouts = await listHandouts(db, product.id)
    const files = handouts.map(({ title, file }) => ({ name: title, file: file.id }))
    return { ...(await loadCommonPlan(db, product)), files, sample_page: handouts.some(({ isSample }) => isSample) }
  },
  texts: listCommonTexts,
  check(plan, publishing) {
    const reading = new PlanValidator()
    validateCommonFields(reading, plan)
    const { name, short, price, files } = plan
    if (files.length === 0) reading.addError(['files'], 'Please add at least one file.')
    const given = files.map((handout) => ({ name: handout.name, file: handout.file ?? '' }))
    const page = reading.read(DocumentFile, { name, short, price, files: given }, [])
    const handouts = readPlannedHandouts(reading, publishing.files, { list: files, at: ['files'] })
    if (plan.sample_page && !handouts.some(({ file }) => file.contentType === PDF))
      reading.addError(['sample_page'], `${NO_SAMPLE_PDF_ERROR[0]?.toUpperCase()}${NO_SAMPLE_PDF_ERROR.slice(1)}.`)
    if (reading.findings.length > 0 || !page) return { findings: reading.findings }
    const document = { ...buildDraftFromPlan(plan, page, publishing), files: handouts, hasSamplePage: plan.sample_page }
    return { save: (saving) => saveDocument(saving, document) }
  },
}
