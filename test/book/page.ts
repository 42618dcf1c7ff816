/** One block of commands, as a reader would copy it. */
export type Block = { section: string; text: string }

/** The command blocks of a page in order, each with the heading above it. */
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

/** The reader's values for the page's examples. */
export type Values = Readonly<Record<string, string>>

export function filledIn(text: string, values: Values): string {
  // Longest first, because one example may be part of another.
  const examples = Object.keys(values).toSorted((a, b) => b.length - a.length)
  return examples.reduce((done, example) => done.replaceAll(example, values[example] ?? ''), text)
}
