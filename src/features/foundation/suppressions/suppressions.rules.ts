const DOMAIN_STATUSES = new Set(['5.1.2', '5.1.10'])

/** Why emails come back, as the rest of a sentence. `answer` has codes, such as `550 5.1.1 (RCPT TO)`. */
export function describeBounce(answer: string): string {
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(answer)?.[0] ?? ''
  if (status === '5.2.1') return 'the mailbox is disabled'
  if (status === '5.1.6') return 'the mailbox has moved'
  // Exchange gives the second code also if only the mailbox is missing.
  return DOMAIN_STATUSES.has(status) ? 'the mailbox or its domain doesn’t exist' : 'the mailbox doesn’t exist'
}
