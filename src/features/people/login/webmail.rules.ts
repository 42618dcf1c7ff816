const WEBMAIL: readonly [RegExp, string][] = [
  [/^(gmail|googlemail)\.com$/, 'https://mail.google.com/'],
  [/^(outlook|hotmail|live|msn)(\.[a-z]{2,3}){1,2}$/, 'https://outlook.live.com/mail/'],
  [/^(yahoo|ymail)(\.[a-z]{2,3}){1,2}$/, 'https://mail.yahoo.com/'],
  [/^(icloud|me|mac)\.com$/, 'https://www.icloud.com/mail'],
  [/^aol\.com$/, 'https://mail.aol.com/'],
  [/^(proton|protonmail|pm)\.(me|com)$/, 'https://mail.proton.me/'],
]

/** Returns the URL of the webmail for an address at a well-known provider, or undefined for all others. */
export function getWebmailUrl(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return WEBMAIL.find(([provider]) => provider.test(domain))?.[1]
}
