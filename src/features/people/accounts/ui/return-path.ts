/** Where to go after login: an address inside the site, or the home page. */
export function safeReturnPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/'
  // `//host`, `/\host` and control characters lead browsers to other sites.
  if (/^\/[/\\]|[\\\p{Cc}]/u.test(next)) return '/'
  // Back to a form that has just been done with would be a circle.
  return /^\/(login|register|success|forgotpassword|resetpassword|verifyemail|confirmemail|endsession)(\/|\?|#|$)/i.test(
    next,
  )
    ? '/'
    : next
}
