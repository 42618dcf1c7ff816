import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Markdown as sanitized HTML, by the digest of its text: a different text has a different row, so none is ever
 * outdated.
 */
export const renderedMarkdown = pgTable('rendered_markdown', {
  key: text().primaryKey(),
  rendered: jsonb()
    .$type<{
      html: string
      text: string
      warnings: { line: number; message: string }[]
      chapters: { id: string; heading: string; html: string }[]
    }>()
    .notNull(),
  renderedAt: timestamp('rendered_at', { withTimezone: true }).notNull().defaultNow(),
})
