export { type EmailSite, getNameValues, type MemberNames, renderEditableEmail } from './editable-email.service.ts'
export {
  EMAIL_TEXT_NAMES,
  type EmailTextName,
  getEmailText,
  getVariables,
  MAX_OPENING_LENGTH,
  MAX_SUBJECT_LENGTH,
} from './email-texts.rules.ts'
export { type EditedText, findFieldErrors, findTextErrors, tidyEditedText } from './text-errors.rules.ts'
export { findWrittenTextErrors, toStoredText, toStoredTexts } from './stored-texts.rules.ts'
export { fillText, type OwnEmailTexts, resolveEmailText } from './text-filling.rules.ts'
