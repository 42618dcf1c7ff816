/**
 * For a route whose `clientLoader` makes these requests first. `$2` becomes the second segment of the page's path.
 * `earlyVideo`: the one of them whose reply has the `videoURL` of the page's video.
 */
export type EarlyHandle = { earlyCalls: readonly string[]; earlyVideo?: string }

/**
 * Code for the document's first script. It starts a page's requests with the stored token while its scripts load.
 * `fetch` then returns each response once, to the same member's identical request, so that this adds no code to a first
 * visit. A request that failed is repeated. While a slow phone runs the scripts, the network is idle, so the start of the
 * video is loaded meanwhile; the player's element then uses what is loaded.
 */
export function startEarlyCalls({ earlyCalls, earlyVideo }: EarlyHandle, limitMs: number): string {
  if (earlyCalls.length === 0) return ''
  return `try {
  const token = localStorage.getItem('token')
  if (token !== null) {
    const send = fetch
    const authorization = 'Token ' + token
    const path = location.pathname.split('/')
    const toUrl = (pattern) => pattern.replace(/\\$(\\d)/g, (_, place) => path[place])
    const replies = new Map(${JSON.stringify(earlyCalls)}.map((pattern) => {
      const url = toUrl(pattern)
      const signal = AbortSignal.timeout(${limitMs})
      const reply = send(url, { headers: { accept: 'application/json', authorization }, signal })
      return [url, reply.then(async (read) => new Response(await read.blob(), read)).catch(() => {})]
    }))
${earlyVideo === undefined ? '' : loadVideo(earlyVideo)}    globalThis.fetch = async (url, how) => {
      const reply = how?.method === 'GET' ? replies.get(url) : undefined
      if (reply) replies.delete(url)
      if (replies.size === 0) globalThis.fetch = send
      return (how?.headers.authorization === authorization && (await reply)) || send(url, how)
    }
  }
} catch {}
`
}

/**
 * Loads the video when the largest script has arrived. A browser may stop loading for an element that nothing refers to,
 * so this one is kept.
 */
function loadVideo(pattern: string): string {
  return `    document.addEventListener('load', async ({ target }) => {
      if (!/entry\\.client/.test(target.href)) return
      const reply = (await replies.get(toUrl(${JSON.stringify(pattern)})))?.clone()
      const src = reply?.ok && (await reply.json()).videoURL
      if (src) globalThis.earlyVideo = Object.assign(document.createElement('video'), { preload: 'metadata', src })
    }, true)
`
}
