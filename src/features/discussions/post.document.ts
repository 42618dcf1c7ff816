import { typedToHtml } from '#platform/markdown.ts'

/** Lists and quotes within each other; browsers give up at some hundreds. */
const DEEPEST = 20

/** A post as HTML. Throws where it is nested more deeply than anybody reads, and where its Markdown can't be followed to the end. */
export function postAsHtml(words: string): string {
  const html = typedToHtml(words)
  let depth = 0
  for (const [tag] of html.matchAll(/<\/?(?:blockquote|ul|ol)\b/g)) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth > DEEPEST) throw new RangeError('This post is nested too deeply')
  }
  return html
}
