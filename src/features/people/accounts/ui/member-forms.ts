export { NewPasswordForm, RegistrationForm } from '../member-forms.rules.ts'
