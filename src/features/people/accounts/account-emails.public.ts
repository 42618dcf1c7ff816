export {
  emailChanged,
  notifyEmailChange,
  notifyNameChange,
  notifyPasswordChanged,
  sendEmailChange,
  sendPasswordReset,
  sendStaffInvitation,
  sendVerification,
} from './accounts.queues.ts'
