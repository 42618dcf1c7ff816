export { copyForStaff } from './data-export.service.ts'
export { addToErasedList, erasedListFile, readErasedList } from './erased-list.service.ts'
export { eraseAgain, eraseMember } from './erasure.service.ts'
export { ERASED_LIST } from './privacy.rules.ts'
