/** One block of commands, as a reader would copy it. */
export type Block = { section: string; text: string }

/** The blocks of commands of a page, in their order, each with the heading above it. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  let open: string[] | undefined
  let isOther = false
  for (const line of markdown.split('\n')) {
    if (open !== undefined) {
      if (line === '```') {
        blocks.push({ section, text: `${open.join('\n')}\n` })
        open = undefined
      } else open.push(line)
    } else if (line.startsWith('```')) {
      if (line === '```sh') open = []
      else isOther = !isOther
    } else if (!isOther && /^#+ /.test(line)) section = line.replace(/^#+ /, '')
  }
  return blocks
}

/** What a reader puts in place of an example of the page. */
export type Values = Readonly<Record<string, string>>

export function filledIn(text: string, values: Values): string {
  // The longest first: one example may be a part of another.
  const examples = Object.keys(values).toSorted((a, b) => b.length - a.length)
  return examples.reduce((done, example) => done.replaceAll(example, values[example] ?? ''), text)
}
