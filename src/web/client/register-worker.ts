// The first page has its connection for itself.
const AFTER_LOAD_MS = 4_000

/** Sets the service worker to work, in built pages alone: hot ones change under its hands. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const name = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
  // A page that failed does not know the academy's name; the next one will.
  if (name === undefined) return
  const register = () =>
    setTimeout(() => {
      // Where it is refused, the academy works without.
      navigator.serviceWorker.register(`/service-worker.js?name=${encodeURIComponent(name)}`).catch(() => {})
    }, AFTER_LOAD_MS)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
