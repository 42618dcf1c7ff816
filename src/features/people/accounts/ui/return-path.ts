/** Where to go after login: a path on this site, by default the home page. */
export function safeReturnPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/'
  // `//host`, `/\host`, and control characters take browsers to other sites.
  if (/^\/[/\\]|[\\\p{Cc}]/u.test(next)) return '/'
  // Returning to a form that was just completed would cause a loop.
  return /^\/(login|register|success|forgotpassword|resetpassword|verifyemail|confirmemail|endsession)(\/|\?|#|$)/i.test(
    next,
  )
    ? '/'
    : next
}
