export {
  renderAccountLockedEmail,
  renderEmailChangeEmail,
  renderEmailChangeRequestedEmail,
  renderEmailChangedEmail,
  renderEmailTakenEmail,
  renderNameChangedEmail,
  renderPasswordChangedEmail,
  renderPasswordResetEmail,
  renderTestEmail,
  renderVerificationEmail,
} from './accounts.email.ts'
export {
  emailChanged,
  notifyEmailChange,
  notifyNameChange,
  notifyPasswordChanged,
  sendEmailChange,
  sendPasswordReset,
  sendTestEmail,
  sendVerification,
} from './accounts.queues.ts'
