/**
 * These are the rules for the member forms. They can be used in the sandbox, because they import nothing that loads the
 * database.
 */
export { CredentialsForm, Email, NameForm, groupMessagesByField } from './member-forms.rules.ts'
