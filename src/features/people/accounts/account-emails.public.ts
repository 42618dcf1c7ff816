export {
  emailChanged,
  notifyEmailChange,
  notifyNameChange,
  notifyPasswordChanged,
  sendEmailChange,
  sendPasswordReset,
  sendStaffInvitation,
  sendTestEmail,
  sendVerification,
} from './accounts.queues.ts'
