import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { renderForPage } from '#features/foundation/markdown/markdown.public.ts'
import { AppError } from '#shared/app-error.ts'
import { addHeadingIds, getHeadingId, getManualTitle, isManualPage, linkManual } from './help.rules.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../docs')

/** A page of the owner's manual, split into its sections. Throws `not_found` or `busy`. */
export async function readManualPage(name: string) {
  if (!isManualPage(name)) throw new AppError('not_found', 'Help page not found. Choose a page from the menu.')
  const markdown = await readFile(path.join(FOLDER, `${name}.md`), 'utf8')
  const { html, chapters } = await renderForPage({ text: linkManual(markdown), style: 'chapters' })
  return {
    title: getManualTitle(markdown),
    intro: html,
    sections: chapters.map(({ heading, html: content }) => ({
      id: getHeadingId(heading),
      heading,
      html: addHeadingIds(content),
    })),
  }
}
