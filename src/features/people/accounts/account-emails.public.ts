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
