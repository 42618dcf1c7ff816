// The owner's manual: pages of docs/ that staff can read in the studio.

/** The pages, in the order in which they are listed. `scripts/prepare.mjs` makes them part of a version. */
export const MANUAL_PAGES = ['daily-tasks', 'your-academy', 'payments', 'certificates', 'privacy'] as const

export type ManualPage = (typeof MANUAL_PAGES)[number]

export function isManualPage(name: string): name is ManualPage {
  return (MANUAL_PAGES as readonly string[]).includes(name)
}

/** The ID of a heading, as in links between the files: `refund-an-order`. */
export function getHeadingId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g

/** Changes links to other pages of the manual into links to the studio, and links to other files into plain text. */
export function linkManual(markdown: string): string {
  return markdown.replaceAll(LINK, (link, text: string, target: string) => {
    if (/^(?:#|https?:|mailto:)/.test(target)) return link
    const [, name = '', hash = ''] = /^([\w-]+)\.md(#.+)?$/.exec(target) ?? []
    return isManualPage(name) ? `[${text}](/Studio/Help/${name}${hash})` : text
  })
}

/** The first heading. */
export function getManualTitle(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? ''
}

/** Gives the headings inside a section their IDs. */
export function addHeadingIds(html: string): string {
  return html.replaceAll(/<(h[34])>(.*?)<\/\1>/gs, (_heading, tag: string, content: string) => {
    const id = getHeadingId(content.replaceAll(/<[^>]*>|&\w+;/g, ''))
    return `<${tag} id="${id}">${content}</${tag}>`
  })
}
