/** For a route whose `clientLoader` makes these requests first. `$2` becomes the second segment of the page's path. */
export type EarlyHandle = { earlyCalls: readonly string[] }

/**
 * Code for the document's first script. It starts a page's requests with the stored token while its scripts load.
 * `fetch` then returns each response once, to the same member's identical request, so that this adds no code to a first
 * visit. A request that failed is repeated.
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
      const reply = send(url, { headers: { accept: 'application/json', authorization }, signal })
      return [url, reply.then(async (read) => new Response(await read.blob(), read)).catch(() => {})]
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
