/** The maximum time that scripts wait for the page to be painted. */
const PAINT_LIMIT_MS = 1_500

/** Resolves once the page and its main image are painted; immediately in background tabs, which are never painted. */
const PAINTED = `new Promise((painted) => {
  if (document.hidden) return painted()
  setTimeout(painted, ${PAINT_LIMIT_MS})
  const paint = () => requestAnimationFrame(() => setTimeout(painted))
  const picture = document.querySelector('img[fetchpriority=high]')
  picture ? picture.decode().then(paint, paint) : paint()
})`

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const STARTING = /(<script[^>]* type="module"[^>]*>)(import [^<]*)(<\/script>)/

/**
 * Server-rendered pages are readable without scripts. On a slow connection, styles, fonts, and images should load
 * first, and a slow phone should paint before it is busy with startup. So scripts load only then, all at once, and run
 * in the router's order.
 */
export function deferScripts(html: string): string {
  const files = new Set([...html.matchAll(PRELOAD)].map(([, file]) => file))
  return html.replaceAll(PRELOAD, '').replace(STARTING, (_, open: string, starting: string, close: string) => {
    const inTurn = starting
      // The development server writes two import statements on one line.
      .replaceAll(/\bimport ("[^"]*");?/g, 'await import($1);')
      .replaceAll(/\bimport \* as (\w+) from ("[^"]*");?/g, 'const $1 = await import($2);')
      .replace(/^import\(("[^"]*")\);?/m, 'const { start } = await import($1);\nstart();')
    const preload = `for (const href of ${JSON.stringify([...files])}) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}`
    return `${open}(async () => {\nawait ${PAINTED}\n${preload}\n${inTurn}\n})()${close}`
  })
}
