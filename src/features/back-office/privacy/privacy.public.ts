export { exportDataForStaff } from './data-export.service.ts'
export { addToErasedList, getErasedListPath, readErasedList } from './erased-list.service.ts'
export { reapplyErasures, eraseMember } from './erasure.service.ts'
export { ERASED_LIST_FILE_NAME } from './privacy.rules.ts'
