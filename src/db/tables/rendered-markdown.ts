import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Markdown that was rendered as sanitized HTML. The key is a digest of the Markdown. Changed Markdown has a different
 * key, so no row is ever outdated.
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
