/** The rules for the member forms, without imports that load the database, for use in the sandbox. */
export { Email, NameForm, groupMessagesByField } from './member-forms.rules.ts'
