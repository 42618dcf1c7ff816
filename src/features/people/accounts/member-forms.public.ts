/** The rules of the members' forms, without what loads a database: for files read in the sandbox. */
export { Email, NameForm, groupMessagesByField } from './member-forms.rules.ts'
