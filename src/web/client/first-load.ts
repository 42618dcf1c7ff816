import { CHUNK_LIMIT_MS } from './chunks.ts'

/** Dispatched by `entry.client.tsx` when it starts. From then on, React shows errors. */
export const STARTED = 'academy:started'

/**
 * Marks the root element for the stylesheet. If a token is stored, the mark hides offers for visitors until React takes
 * over; if this visitor has closed the announcement, another one hides it.
 */
const MARK_VISITOR = `try {
  const { dataset } = document.documentElement
  if (localStorage.token) dataset.asking = ''
  if (dataset.note && dataset.note === localStorage.note) dataset.read = ''
} catch {}`

/**
 * Removes the mark of `MARK_VISITOR` once React shows the page, because components then know whether a member is logged
 * in.
 */
export function unmarkMember(): void {
  delete document.documentElement.dataset['asking']
}

/**
 * If one of the page's scripts fails to load, React can't report it. This code can't import from those scripts, so it
 * repeats a short form of `ApplicationError`.
 */
const WATCH_FIRST_LOAD = `(() => {
  let failed
  const show = () => {
    end()
    if (document.readyState === 'loading') return document.addEventListener('DOMContentLoaded', show)
    const add = (parent, tag, className, text) => {
      const element = parent.appendChild(document.createElement(tag))
      element.className = className
      if (text) element.textContent = text
      return element
    }
    document.body.replaceChildren()
    const main = add(document.body, 'main', 'page-width flex min-h-dvh flex-col items-center justify-center gap-5 py-16 text-center')
    document.title = add(main, 'h1', 'text-2xl', 'Unexpected Application Error!').textContent
    const text = 'Loading chunk ' + (failed ?? 'of this page') + ' failed. Please check your connection and reload the page.'
    add(main, 'p', 'max-w-text text-muted', text).setAttribute('role', 'alert')
    const button = add(main, 'button', 'min-h-11 rounded-control bg-bar px-5 py-2 text-sm font-semibold text-white hover:bg-bar-deep', 'Reload this page')
    button.onclick = () => location.reload()
  }
  const note = (text) => { failed ??= /([\\w.-]+?)(-[\\w-]{8})?\\.js\\b/.exec(text)?.[1] }
  const onError = ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') note(target.href)
    if (!(target instanceof HTMLScriptElement)) return
    note(target.src)
    show()
  }
  const onRejection = ({ reason }) => {
    if (!/module/i.test(reason?.message)) return
    note(reason.message)
    show()
  }
  const timer = setTimeout(show, ${CHUNK_LIMIT_MS})
  const end = () => {
    clearTimeout(timer)
    removeEventListener('error', onError, true)
    removeEventListener('unhandledrejection', onRejection)
  }
  addEventListener('error', onError, true)
  addEventListener('unhandledrejection', onRejection)
  addEventListener('${STARTED}', end, { once: true })
})()`

/** Dispatched when React has read the page's data and is about to hydrate. */
const HYDRATING = 'academy:hydrating'

/**
 * A page translator may have replaced text before hydration, but React needs the page as it was rendered. This undoes
 * the translator's changes in reverse order; the translator then translates the page again.
 */
const UNDO_TRANSLATION = `(() => {
  const changes = []
  const isTranslation = ({ removedNodes, addedNodes }) => removedNodes.length > 0 || [...addedNodes].some(({ nodeName }) => nodeName === 'FONT')
  const note = (records) => changes.push(...records.filter(isTranslation))
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })
  addEventListener('${HYDRATING}', () => {
    note(observer.takeRecords())
    observer.disconnect()
    if (!document.querySelector('font')) return
    for (const { target, addedNodes, removedNodes, previousSibling } of changes.reverse()) {
      for (const added of addedNodes) if (added.parentNode === target) added.remove()
      if (previousSibling?.parentNode === target) previousSibling.after(...removedNodes)
      else target.prepend(...removedNodes)
    }
  }, { once: true })
})()`

/** Called during the first render, so that the translator can't run before hydration. */
export function undoTranslation(): void {
  if (typeof document !== 'undefined') dispatchEvent(new Event(HYDRATING))
}

/** An inline script that runs before all others. */
export const FIRST_SCRIPT = `${MARK_VISITOR}
${WATCH_FIRST_LOAD};
${UNDO_TRANSLATION}`
