type OfflineDocumentOptions = {
  /** The academy's name. */
  name: string
  /** The URL at which the academy's fonts are cached, if they are. */
  fonts: { sans: string | undefined; serif: string | undefined }
  /** The nonce of the page's script. */
  nonce: string
}

/**
 * A complete page to show when no page can be fetched. It is self-contained, so it repeats a short form of `theme.css`,
 * the header, and `OfflinePage`. Like `OfflinePage`, it reloads by itself.
 */
export function renderOfflineDocument({ name, fonts, nonce }: OfflineDocumentOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#12467f">
<title>You’re offline</title>
<style>
${fontFace('Inter', '400 700', fonts.sans)}
${fontFace('Academy Serif', '600', fonts.serif)}
body { display: flex; flex-direction: column; min-height: 100vh; min-height: 100dvh; margin: 0; background: #fbfaf7; color: #14213d; font: 1.0625rem/1.75rem Inter, system-ui, sans-serif; -webkit-text-size-adjust: 100% }
header { background: #12467f; color: #fff }
header div { box-sizing: border-box; display: flex; align-items: center; gap: .5rem; min-height: 4rem; max-width: 77.5rem; margin: 0 auto; padding: .875rem 1.25rem; font: 600 1.1875rem/1.5rem 'Academy Serif', Georgia, serif; letter-spacing: -.025em }
header svg { flex: none; margin-left: -.3125rem }
main { flex: 1; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1.25rem; padding: 2.5rem 1.25rem 4rem; text-align: center }
main svg { box-sizing: border-box; width: 4rem; padding: 1rem; border-radius: 50%; background: #eef2f8; color: #12467f }
h1 { margin: 0; font: 600 1.875rem/2.25rem 'Academy Serif', Georgia, serif; letter-spacing: -.01em }
p { max-width: 39rem; margin: 0; color: #51607a; text-wrap: balance }
a { padding: .625rem 1.25rem; border-radius: .5rem; background: #12467f; color: #fff; font-size: .9375rem; font-weight: 600; line-height: 1.5rem; text-decoration: none }
a:focus-visible { outline: 3px solid #1f6fd1; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  body { background: #0e1626; color: #e9eef7; color-scheme: dark }
  main svg { background: #1d2b48; color: #9cc3f2 }
  p { color: #a9b6cc }
  a { background: #2463a8 }
  a:focus-visible { outline-color: #7db4ff }
}
@media (width >= 37.5rem) { header div { max-width: 79rem; padding-inline: 2rem } }
@media (width >= 48rem) { body { font-size: 1.125rem; line-height: 1.875rem } h1 { font-size: 2.1875rem; line-height: 2.75rem } }
</style>
</head>
<body>
<header>
<div>
<svg width="36" height="36" viewBox="0 0 40 40" fill="none" aria-hidden="true"><path d="M6 4h17l7 7v16H6V4Z" fill="#fbfaf7"/><path d="M23 4v7h7" fill="#b4c8de"/><path d="M11 12h7M11 17.5h11" stroke="#14213d" stroke-width="2.4" stroke-linecap="round"/><path d="M10.5 35a12.5 12.5 0 0 1 25 0Z" fill="#e3c791" stroke="#12467f" stroke-width="2" stroke-linejoin="round"/><path d="M14.1 29.9L16.5 31.2M17.8 26.1L19.2 28.5M23.0 24.7L23.0 27.5" stroke="#14213d" stroke-width="1.8" stroke-linecap="round"/><path d="M23 34L32.5 22.8" stroke="#14213d" stroke-width="2.8" stroke-linecap="round"/><circle cx="23" cy="33.5" r="2.6" fill="#14213d"/></svg>
${escapeText(name)}
</div>
</header>
<main>
<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" aria-hidden="true"><path d="M3 3l14 14M10 15.6h.1M6.6 12.2a4.8 4.8 0 0 1 5-1.1M3.8 9a9 9 0 0 1 3.3-2.1M9.8 6.3A9 9 0 0 1 16.2 9"/></svg>
<h1>You’re offline</h1>
<p>This page will open when you’re back online.</p>
<a href="">Try again</a>
</main>
<script nonce="${nonce}">
const isBack = () => fetch('/healthz', { cache: 'no-store' }).then(({ ok }) => ok, () => false)
const look = async () => {
  if (navigator.onLine && (await isBack())) location.reload()
  else setTimeout(look, 2000)
}
setTimeout(look, 2000)
</script>
</body>
</html>
`
}

function fontFace(family: string, weight: string, address: string | undefined): string {
  if (address === undefined) return ''
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url('${address}') format('woff2') }`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
