/**
 * Runs in a page and acts like a page translator into Spanish that changes no words: it wraps each text in
 * `<font><font>`, as well as texts that are added or changed later. `early`: starts before the page's scripts run.
 */
export function translatePage({ when }: { when: 'early' | 'while it hydrates' | 'hydrated' }): void {
  Object.defineProperty(navigator, 'language', { value: 'es', configurable: true })
  const LEFT_ALONE = 'script, style, textarea, title, option, noscript, iframe, code, svg, font, [translate="no"]'

  const translate = (text: Text) => {
    if (!text.parentElement || !text.data.trim() || text.parentElement.closest(LEFT_ALONE)) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    inner.textContent = text.data
    text.replaceWith(outer)
  }
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) translate(text)
  }
  const begin = () => {
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const changed of type === 'characterData' ? [target] : addedNodes) translateAll(changed)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    translateAll(document.body)
  }
  const wait = () => {
    const content = document.querySelector('main')
    const isStarted = content && Object.keys(content).some((key) => key.startsWith('__react'))
    if (isStarted) begin()
    else setTimeout(wait, 20)
  }
  if (when === 'early') document.addEventListener('DOMContentLoaded', begin)
  // Runs after the synchronous work.
  else if (when === 'while it hydrates') addEventListener('academy:started', () => setTimeout(begin))
  else wait()
}
