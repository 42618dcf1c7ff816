// Registers the worker this long after the page has loaded, so that the first page gets the whole connection.
const AFTER_LOAD_MS = 4_000

/** Registers the service worker, in production builds only, because it would conflict with hot reload. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const name = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
  // A failed page doesn't include the academy's name. The next page will.
  if (name === undefined) return
  const register = () =>
    setTimeout(() => {
      // If the browser refuses, the academy works without it.
      navigator.serviceWorker.register(`/service-worker.js?name=${encodeURIComponent(name)}`).catch(() => {})
    }, AFTER_LOAD_MS)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
