/** The part of a Markdown tree (mdast) that this code uses. */
export type MarkdownNode = {
  type: string
  value?: string
  children?: MarkdownNode[]
  /** Of a heading. */
  depth?: number
  /** Of a link. */
  url?: string
  /** Of a list. */
  ordered?: boolean
  start?: number | null
  /** Of a list and its items: whether blank lines separate them. */
  spread?: boolean
  /** Of a table. */
  align?: null[]
}

const STARS: Readonly<Record<string, string>> = { emphasis: '*', strong: '**' }

/** Keeps asterisks between digits as text, as `renderMarkdown` does, because "2*3*4 cm" is a size. */
export function keepStarsInNumbers(node: MarkdownNode): void {
  const children: MarkdownNode[] = []
  for (const child of node.children ?? []) {
    const stars = STARS[child.type]
    const isInNumber = stars !== undefined && /\d$/.test(lastText(children.at(-1))) && /^\d/.test(firstText(child))
    const stored = isInNumber ? [text(stars), ...(child.children ?? []), text(stars)] : [child]
    for (const each of stored) {
      const last = children.at(-1)
      if (each.type === 'text' && last?.type === 'text')
        children[children.length - 1] = text(lastText(last) + each.value)
      else children.push(each)
    }
  }
  if (node.children) node.children = children
  for (const child of children) keepStarsInNumbers(child)
}

const text = (value: string): MarkdownNode => ({ type: 'text', value })

function lastText(node: MarkdownNode | undefined): string {
  return node?.type === 'text' ? (node.value ?? '') : ''
}

function firstText({ children: [first] = [] }: MarkdownNode): string {
  return first?.type === 'text' ? (first.value ?? '') : ''
}
