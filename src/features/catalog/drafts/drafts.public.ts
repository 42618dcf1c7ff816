export { saveProductOrder, putProductOnSale } from './catalog-order.service.ts'
export { countDrafts, listCatalog } from './drafts.queries.ts'
export { beginProduct, copyProduct, discardDraft, type OpenedDraft, openDraft, saveChanges } from './drafts.service.ts'
export { PRODUCT_FORMATS } from './product-formats.service.ts'
export { publishDraft } from './publishing.service.ts'
export {
  restoreVersionAsDraft,
  recordPublishedVersion,
  listVersions,
  recordVersion,
  getPublishedPlan,
  findChangesOverwrittenByImport,
} from './versions.service.ts'
export { type OverwrittenChange, findOverwrittenChanges, describeOverwrittenChanges } from './draft-plans.rules.ts'
export { rebaseDraft, revertLecture } from './draft-update.service.ts'
