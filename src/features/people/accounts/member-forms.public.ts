/** The rules for the member forms, for use in the sandbox: they import nothing that loads the database. */
export { Email, NameForm, groupMessagesByField } from './member-forms.rules.ts'
