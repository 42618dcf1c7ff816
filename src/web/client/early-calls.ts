/** Of a route whose `clientLoader` makes these calls first: `$2` is the second part of the page's path. */
export type EarlyHandle = { earlyCalls: readonly string[] }

/**
 * For the document's first script: starts a page's calls with the stored token while its scripts load. `fetch` gives
 * each reply once, to the same member's call, so that no first visit loads code for it. A call that failed is repeated.
 */
export function startEarlyCalls(patterns: readonly string[], limitMs: number): string {
  if (patterns.length === 0) return ''
  return `try {
  const token = localStorage.getItem('token')
  if (token !== null) {
    const send = fetch
    const authorization = 'Token ' + token
    const path = location.pathname.split('/')
    const replies = new Map(${JSON.stringify(patterns)}.map((pattern) => {
      const url = pattern.replace(/\\$(\\d)/g, (_, place) => path[place])
      const signal = AbortSignal.timeout(${limitMs})
      return [url, send(url, { headers: { accept: 'application/json', authorization }, signal }).catch(() => {})]
    }))
    globalThis.fetch = async (url, how) => {
      const reply = how?.method === 'GET' ? replies.get(url) : undefined
      if (reply) replies.delete(url)
      if (replies.size === 0) globalThis.fetch = send
      return (how?.headers.authorization === authorization && (await reply)) || send(url, how)
    }
  }
} catch {}
`
}
