/** Returns where to go after the login, which is a path on this site. The default is the home page. */
export function safeReturnPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/'
  // With `//host`, `/\host`, or control characters, browsers would go to another site.
  if (/^\/[/\\]|[\\\p{Cc}]/u.test(next)) return '/'
  // Returning to a form that was just submitted would cause a loop.
  return /^\/(login|register|success|forgotpassword|resetpassword|verifyemail|confirmemail|endsession)(\/|\?|#|$)/i.test(
    next,
  )
    ? '/'
    : next
}
