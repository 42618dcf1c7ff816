import type { Command } from './command.ts'

/**
 * Every command by name, in the order of the help. Only the file of the requested command is loaded, because loading
 * all of them would make a command take 50% longer to start.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  migrate: async () => (await import('./migrate-command.ts')).migrateCommand,
  'seed-demo': async () => (await import('./seed-demo-command.ts')).seedDemoCommand,
  'create-staff': async () => (await import('./accounts-commands.ts')).accountsCommands['create-staff'],
  'set-role': async () => (await import('./accounts-commands.ts')).accountsCommands['set-role'],
  'reset-factor': async () => (await import('./accounts-commands.ts')).accountsCommands['reset-factor'],
  'change-email': async () => (await import('./accounts-commands.ts')).accountsCommands['change-email'],
  lock: async () => (await import('./accounts-commands.ts')).accountsCommands['lock'],
  unlock: async () => (await import('./accounts-commands.ts')).accountsCommands['unlock'],
  import: async () => (await import('./folder-commands.ts')).folderCommands['import'],
  export: async () => (await import('./folder-commands.ts')).folderCommands['export'],
  'off-sale': async () => (await import('./products-commands.ts')).productsCommands['off-sale'],
  'on-sale': async () => (await import('./products-commands.ts')).productsCommands['on-sale'],
  price: async () => (await import('./products-commands.ts')).productsCommands['price'],
  'change-address': async () => (await import('./products-commands.ts')).productsCommands['change-address'],
  grant: async () => (await import('./commerce-commands.ts')).commerceCommands['grant'],
  'revoke-grant': async () => (await import('./commerce-commands.ts')).commerceCommands['revoke-grant'],
  coupon: async () => (await import('./commerce-commands.ts')).commerceCommands['coupon'],
  refund: async () => (await import('./commerce-commands.ts')).commerceCommands['refund'],
  'confirm-former-address': async () =>
    (await import('./payments-commands.ts')).paymentsCommands['confirm-former-address'],
  'adopt-payment': async () => (await import('./payments-commands.ts')).paymentsCommands['adopt-payment'],
  'invoice-gaps': async () => (await import('./payments-commands.ts')).paymentsCommands['invoice-gaps'],
  sales: async () => (await import('./sales-command.ts')).salesCommands['sales'],
  'revoke-certificate': async () =>
    (await import('./certificate-commands.ts')).certificateCommands['revoke-certificate'],
  'restore-certificate': async () =>
    (await import('./certificate-commands.ts')).certificateCommands['restore-certificate'],
  'correct-license': async () => (await import('./certificate-commands.ts')).certificateCommands['correct-license'],
  'rotate-credential-key': async () =>
    (await import('./certificate-commands.ts')).certificateCommands['rotate-credential-key'],
  invoice: async () => (await import('./privacy-commands.ts')).privacyCommands['invoice'],
  'export-member': async () => (await import('./privacy-commands.ts')).privacyCommands['export-member'],
  'erase-member': async () => (await import('./privacy-commands.ts')).privacyCommands['erase-member'],
  backup: async () => (await import('./backup-commands.ts')).backupCommands['backup'],
  'try-backup': async () => (await import('./backup-commands.ts')).backupCommands['try-backup'],
  restore: async () => (await import('./backup-commands.ts')).backupCommands['restore'],
  'move-files': async () => (await import('./files-commands.ts')).filesCommands['move-files'],
  'unused-files': async () => (await import('./unused-files-command.ts')).unusedFilesCommand,
  members: async () => (await import('./members-command.ts')).membersCommand,
  orders: async () => (await import('./orders-command.ts')).ordersCommand,
  attempts: async () => (await import('./attempts-command.ts')).attemptsCommand,
  mails: async () => (await import('./mails-command.ts')).mailsCommand,
  'read-report': async () => (await import('./read-report-command.ts')).readReportCommand,
  resend: async () => (await import('./resend-command.ts')).resendCommand,
  jobs: async () => (await import('./jobs-command.ts')).jobsCommand,
  'retry-jobs': async () => (await import('./retry-jobs-command.ts')).retryJobsCommand,
  'try-alerts': async () => (await import('./try-alerts-command.ts')).tryAlertsCommand,
  log: async () => (await import('./log-command.ts')).logCommand,
  doctor: async () => (await import('./doctor-command.ts')).doctorCommand,
}

export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.() : undefined
}

export function loadAllCommands(): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()))
}
