import type { Verb } from './verb.ts'

/**
 * Every verb by its name, in the order in which help lists them. A command loads the file of its own verb alone: with those of all it would
 * take half as long again.
 */
const VERBS: Readonly<Record<string, () => Promise<Verb>>> = {
  migrate: async () => (await import('./migrate-verb.ts')).migrateVerb,
  'seed-demo': async () => (await import('./seed-demo-verb.ts')).seedDemoVerb,
  'create-staff': async () => (await import('./accounts-verbs.ts')).accountsVerbs['create-staff'],
  'set-role': async () => (await import('./accounts-verbs.ts')).accountsVerbs['set-role'],
  'reset-factor': async () => (await import('./accounts-verbs.ts')).accountsVerbs['reset-factor'],
  'change-email': async () => (await import('./accounts-verbs.ts')).accountsVerbs['change-email'],
  lock: async () => (await import('./accounts-verbs.ts')).accountsVerbs['lock'],
  unlock: async () => (await import('./accounts-verbs.ts')).accountsVerbs['unlock'],
  import: async () => (await import('./folder-verbs.ts')).folderVerbs['import'],
  export: async () => (await import('./folder-verbs.ts')).folderVerbs['export'],
  'off-sale': async () => (await import('./products-verbs.ts')).productsVerbs['off-sale'],
  'on-sale': async () => (await import('./products-verbs.ts')).productsVerbs['on-sale'],
  price: async () => (await import('./products-verbs.ts')).productsVerbs['price'],
  'change-address': async () => (await import('./products-verbs.ts')).productsVerbs['change-address'],
  grant: async () => (await import('./sales-verbs.ts')).salesVerbs['grant'],
  'revoke-grant': async () => (await import('./sales-verbs.ts')).salesVerbs['revoke-grant'],
  coupon: async () => (await import('./sales-verbs.ts')).salesVerbs['coupon'],
  refund: async () => (await import('./sales-verbs.ts')).salesVerbs['refund'],
  'confirm-former-address': async () => (await import('./payments-verbs.ts')).paymentsVerbs['confirm-former-address'],
  'adopt-payment': async () => (await import('./payments-verbs.ts')).paymentsVerbs['adopt-payment'],
  'invoice-gaps': async () => (await import('./payments-verbs.ts')).paymentsVerbs['invoice-gaps'],
  sales: async () => (await import('./books-verbs.ts')).booksVerbs['sales'],
  'revoke-certificate': async () => (await import('./certificate-verbs.ts')).certificateVerbs['revoke-certificate'],
  'restore-certificate': async () => (await import('./certificate-verbs.ts')).certificateVerbs['restore-certificate'],
  'correct-license': async () => (await import('./certificate-verbs.ts')).certificateVerbs['correct-license'],
  'rotate-credential-key': async () =>
    (await import('./certificate-verbs.ts')).certificateVerbs['rotate-credential-key'],
  invoice: async () => (await import('./privacy-verbs.ts')).privacyVerbs['invoice'],
  'export-member': async () => (await import('./privacy-verbs.ts')).privacyVerbs['export-member'],
  'erase-member': async () => (await import('./privacy-verbs.ts')).privacyVerbs['erase-member'],
  backup: async () => (await import('./backup-verbs.ts')).backupVerbs['backup'],
  'try-backup': async () => (await import('./backup-verbs.ts')).backupVerbs['try-backup'],
  restore: async () => (await import('./backup-verbs.ts')).backupVerbs['restore'],
  'move-files': async () => (await import('./files-verbs.ts')).filesVerbs['move-files'],
  'unused-files': async () => (await import('./unused-files-verb.ts')).unusedFilesVerb,
  members: async () => (await import('./members-verb.ts')).membersVerb,
  orders: async () => (await import('./orders-verb.ts')).ordersVerb,
  attempts: async () => (await import('./attempts-verb.ts')).attemptsVerb,
  mails: async () => (await import('./mails-verb.ts')).mailsVerb,
  resend: async () => (await import('./resend-verb.ts')).resendVerb,
  jobs: async () => (await import('./jobs-verb.ts')).jobsVerb,
  'retry-jobs': async () => (await import('./retry-jobs-verb.ts')).retryJobsVerb,
  'try-alerts': async () => (await import('./try-alerts-verb.ts')).tryAlertsVerb,
  log: async () => (await import('./log-verb.ts')).logVerb,
  doctor: async () => (await import('./doctor-verb.ts')).doctorVerb,
}

/** Undefined where there is no such verb. */
export async function verbCalled(name: string): Promise<Verb | undefined> {
  return Object.hasOwn(VERBS, name) ? VERBS[name]?.() : undefined
}

export function allVerbs(): Promise<Verb[]> {
  return Promise.all(Object.values(VERBS).map((load) => load()))
}
