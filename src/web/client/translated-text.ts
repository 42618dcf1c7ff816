/** The translator's replacement for a text node that React still references. */
const replacements = new WeakMap<Node, ChildNode>()
const originals = new WeakMap<Node, Text>()

/**
 * Page translators replace text nodes with their own elements or move them into these elements. React would then fail
 * because a node is missing, or change text that is no longer visible. This puts the original text node back before
 * React changes it, and the translator then translates it again. See https://github.com/facebook/react/issues/11538.
 */
export function tolerateTranslators(): void {
  const observer = new MutationObserver(recordReplacements)
  observer.observe(document, { childList: true, subtree: true })
  const { insertBefore, appendChild, removeChild, replaceChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

  const replacementOf = (node: Node) => {
    recordReplacements(observer.takeRecords())
    const replacement = replacements.get(node)
    forget(node)
    return replacement
  }
  const putBack = (node: Node, parent: Node) => {
    const replacement = parent.contains(node) ? findWrappingChild(node, parent) : replacementOf(node)
    if (replacement?.parentNode === parent) replaceChild.call(parent, node, replacement)
  }
  // When React moves a text node, its translation must not stay behind.
  const dropTranslation = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE && !node.parentNode) replacementOf(node)?.remove()
  }

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (next && next.parentNode !== this) putBack(next, this)
    dropTranslation(node)
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    dropTranslation(node)
    return appendChild.call(this, node) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    if (node.parentNode !== this) putBack(node, this)
    return node.parentNode === this ? (removeChild.call(this, node) as T) : node
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      nodeValue?.set?.call(this, value)
      if (this.nodeType !== Node.TEXT_NODE || this.parentNode) return
      const replacement = replacementOf(this)
      if (replacement?.parentNode) replaceChild.call(replacement.parentNode, this, replacement)
    },
  })
}

function findWrappingChild(node: Node, parent: Node): ChildNode {
  let child = node
  while (child.parentNode && child.parentNode !== parent) child = child.parentNode
  return child as ChildNode
}

function recordReplacements(records: readonly MutationRecord[]): void {
  for (const [index, { target, removedNodes, addedNodes, previousSibling, nextSibling }] of records.entries()) {
    for (const removed of removedNodes) {
      const text = removed.nodeType === Node.TEXT_NODE ? (removed as Text) : originals.get(removed)
      if (!text) continue
      // The translator may insert its element before, together with, or after the removal of the text.
      const after = records[index + 1]
      const replacement =
        [...addedNodes].find((added) => added.nodeType === Node.ELEMENT_NODE || text !== removed) ??
        [previousSibling, nextSibling].find(isTranslation) ??
        (after?.target === target && after.nextSibling === nextSibling && after.removedNodes.length === 0
          ? [...after.addedNodes].find(isTranslation)
          : undefined)
      forget(text)
      if (!replacement) continue
      replacements.set(text, replacement as ChildNode)
      originals.set(replacement, text)
    }
  }
}

function isTranslation(node: Node | null): boolean {
  return node?.nodeName === 'FONT' && !originals.has(node)
}

function forget(text: Node): void {
  const replacement = replacements.get(text)
  if (replacement) originals.delete(replacement)
  replacements.delete(text)
}
