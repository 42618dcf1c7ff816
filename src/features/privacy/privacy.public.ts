export { copyForStaff } from './copy.service.ts'
export { addToErasedList, erasedListFile, readErasedList } from './erased-list.service.ts'
export { eraseAgain, eraseMember } from './erasing.service.ts'
export { ERASED_LIST } from './privacy.rules.ts'
