import { Tokenizer } from 'htmlparser2'
import { toRaisedDigits } from '#shared/raised-digits.ts'
import { toSingleLine } from './xml-text.rules.ts'

/** The plain text of HTML, because the exam shows only text. `shows`: what is lost, such as a picture. */
export type HtmlText = { text: string; shows: string | undefined }

/** Content that the exam can't show. */
export const SHOWN_CONTENT = new Map([
  ['img', 'a picture'],
  ['picture', 'a picture'],
  ['svg', 'a drawing'],
  ['canvas', 'a drawing'],
  ['video', 'a video'],
  ['audio', 'a recording'],
  ['iframe', 'an embedded page'],
  ['embed', 'an embedded file'],
  ['object', 'an embedded file'],
  ['table', 'a table'],
  ['math', 'a formula'],
])

/** Tags whose text continues the sentence around them. */
export const INLINE_TAGS = new Set(
  'a,abbr,b,big,cite,code,del,em,font,i,ins,kbd,label,mark,q,s,samp,small,span,strike,strong,sub,sup,tt,u,var'.split(
    ',',
  ),
)
const BLOCK_TAGS = new Set(
  'article,aside,body,br,center,dd,div,dl,dt,figcaption,figure,footer,h1,h2,h3,h4,h5,h6,head,header,hr,html,li,main,nav,ol,p,pre,section,table,tbody,td,tfoot,th,thead,tr,ul,blockquote'.split(
    ',',
  ),
)
/** Tags whose content is not part of the text. */
const HIDDEN_TAGS = new Set(['script', 'style', 'title', 'svg', 'math', 'audio', 'video', 'object', 'iframe', 'canvas'])

/** Whether the text contains HTML tags. */
export function hasMarkup(text: string): boolean {
  return [...text.matchAll(/<\/?([a-z][a-z1-6]*)(?:\s[^<>]*)?\/?>/gi)].some(([, name = '']) =>
    isKnown(name.toLowerCase()),
  )
}

/** Office programs add tags with prefixes, such as `<o:p>`. */
function isKnown(name: string): boolean {
  return (
    /[:-]/.test(name) ||
    INLINE_TAGS.has(name) ||
    BLOCK_TAGS.has(name) ||
    HIDDEN_TAGS.has(name) ||
    SHOWN_CONTENT.has(name)
  )
}

/** Reads HTML as browsers show it. Unknown tags are text, such as the letter in `<B>` of a blood type. */
export function readHtml(html: string): HtmlText {
  const parts: string[] = []
  let shows: string | undefined
  let tag = { name: '', from: 0, isOpen: false }
  let hidden = ''
  let raised: 'sup' | 'sub' | undefined
  const add = (text: string) => {
    if (hidden === '') parts.push(raised ? toRaisedDigits(text, raised) : text)
  }
  const open = (end: number) => {
    const { name, from } = tag
    tag.isOpen = false
    if (hidden !== '') return
    const written = html.slice(from, end + 1)
    if (!isKnown(name)) add(written)
    if (SHOWN_CONTENT.has(name)) shows ??= /equation/i.test(written) ? 'a formula' : SHOWN_CONTENT.get(name)
    if (BLOCK_TAGS.has(name)) add(' ')
    if (HIDDEN_TAGS.has(name)) hidden = name
    if (name === 'sup' || name === 'sub') raised = name
  }
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (from, to) => add(html.slice(from, to)),
      ontextentity: (codepoint) => add(String.fromCodePoint(codepoint)),
      onopentagname: (from, to) => (tag = { name: html.slice(from, to).toLowerCase(), from: from - 1, isOpen: true }),
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag(from, to) {
        const name = html.slice(from, to).toLowerCase()
        if (hidden === name) hidden = ''
        else if (!isKnown(name)) add(`</${html.slice(from, to)}>`)
        if (BLOCK_TAGS.has(name)) add(' ')
        if (name === raised) raised = undefined
      },
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  // What looks like a tag without an end is text, such as a <b.
  if (tag.isOpen) add(html.slice(tag.from))
  const text = toSingleLine(parts.join(''))
  return { text, shows: shows ?? (hasFormula(text) ? 'a formula' : undefined) }
}

/** TeX in the delimiters that Moodle and Canvas render. */
export function hasFormula(text: string): boolean {
  return [
    ['\\(', '\\)'],
    ['\\[', '\\]'],
    ['$$', '$$'],
  ].some(([open = '', close = '']) => {
    const from = text.indexOf(open)
    return from !== -1 && text.includes(close, from + open.length)
  })
}
