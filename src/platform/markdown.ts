import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'hr', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'pre', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // The page around a description has the first two levels of headings itself.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow ugc noopener' }),
  },
}

// Calls ask for the same descriptions again and again, and one costs more than all else in its call.
const MOST_KEPT_LETTERS = 4_000_000
const kept = new Map<string, string>()
let keptLetters = 0

/** Text by people, as HTML that can be put into a page: whatever is not on the list above is left out. */
export function markdownToHtml(markdown: string): string {
  const known = kept.get(markdown)
  if (known !== undefined) return known
  const html = sanitizeHtml(marked.parse(markdown, { async: false, gfm: true }), ALLOWED).trim()
  const letters = markdown.length + html.length
  if (letters > MOST_KEPT_LETTERS) return html
  keptLetters += letters
  if (keptLetters > MOST_KEPT_LETTERS) {
    kept.clear()
    keptLetters = letters
  }
  kept.set(markdown, html)
  return html
}
