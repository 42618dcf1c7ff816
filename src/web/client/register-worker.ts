// The first page gets the whole connection.
const AFTER_LOAD_MS = 4_000

/** Registers the service worker, only for built pages: hot reload would conflict with it. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const name = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
  // A failed page does not know the academy's name; the next one will.
  if (name === undefined) return
  const register = () =>
    setTimeout(() => {
      // If the browser refuses, the academy works without it.
      navigator.serviceWorker.register(`/service-worker.js?name=${encodeURIComponent(name)}`).catch(() => {})
    }, AFTER_LOAD_MS)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
