export { orderShelf, putProductOnSale } from './catalog-order.service.ts'
export { countDrafts, listCatalogue } from './drafts.queries.ts'
export { beginProduct, copyProduct, discardDraft, type Opened, openDraft, saveChanges } from './drafts.service.ts'
export { FORMS } from './product-forms.service.ts'
export { publishDraft } from './publishing.service.ts'
export {
  bringBackVersion,
  keepStanding,
  listVersions,
  recordVersion,
  standingPlan,
  undoneByImport,
} from './versions.service.ts'
export { type Undone, undoneIn, undoneInWords } from './draft-plan.rules.ts'
export { bringUpToDate, takeLectureBack } from './draft-update.service.ts'
