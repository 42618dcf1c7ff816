/** `maxWidth`: truncates longer values; if undefined, the column fits its longest cell. Numbers are right-aligned. */
export type Column = { title: string; maxWidth?: number; isNumber?: true }

export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = [columns.map(({ title }) => title), ...rows].map((row) => row.map((cell) => sanitizeCell(cell)))
  const widths = columns.map(({ maxWidth = Infinity }, place) =>
    Math.min(maxWidth, Math.max(...cells.map((row) => [...(row[place] ?? '')].length))),
  )
  return cells
    .map((row) =>
      formatTableRow(
        columns.map((column, place) => ({ ...column, width: widths[place] ?? 0 })),
        row,
      ),
    )
    .join('\n')
}

export function formatTableRow(
  columns: readonly (Pick<Column, 'isNumber'> & { width: number })[],
  row: readonly string[],
): string {
  return columns
    .map(({ width, isNumber }, place) => {
      const cell = truncate(sanitizeCell(row[place] ?? ''), width)
      const space = ' '.repeat(width - [...cell].length)
      return isNumber ? `${space}${cell}` : `${cell}${space}`
    })
    .join('  ')
    .trimEnd()
}

/** Control characters and bidirectional marks could move the cursor or reverse the line. */
function sanitizeCell(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ')
}

function truncate(text: string, width: number): string {
  const characters = [...text]
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text
}
