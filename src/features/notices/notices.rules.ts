import type { Limit } from '#shared/limit.ts'

/** Every kind of mail that nobody is owed, as its member reads of it. Whoever adds one adds it here: what is not here is sent to everybody whom it concerns. */
export const NOTICES = {
  'study-reminder': {
    label: 'Study reminders',
    inSentence: 'study reminders',
    text: 'When you have begun a course and not gone on for a while: one mail that says where you stopped. Once for each course, never again.',
  },
} as const satisfies Record<string, { label: string; inSentence: string; text: string }>

export type NoticeKind = keyof typeof NOTICES
export const NOTICE_KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]]

export function isNoticeKind(name: string): name is NoticeKind {
  return Object.hasOwn(NOTICES, name)
}

/** What a member is told once he has chosen. */
export function chosenInWords(kind: NoticeKind, isOn: boolean): string {
  const { inSentence } = NOTICES[kind]
  return isOn ? `You get ${inSentence} again.` : `You get no more ${inSentence}.`
}

const HOUR = 60 * 60_000

/** How often one member may change his mind by links, which need no login. */
export const CHANGES_BY_LINK: Limit = { what: 'leave-member', hits: 60, windowMs: HOUR }
/** Links that are none of ours. Mail programs press those of many members from one network: a link that is good is not counted there. */
export const DEAD_LINKS_PER_ADDRESS: Limit = { what: 'leave-address', hits: 60, windowMs: HOUR }

const FORM = /(?:^|&)List-Unsubscribe=One-Click(?:&|\s*$)/
const PARTS = /name="?List-Unsubscribe"?(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/

/** Whether a mail program says that its reader pressed its own button (RFC 8058), as a form of either kind. */
export function isOneClick(body: unknown): boolean {
  return typeof body === 'string' && (FORM.test(body) || PARTS.test(body))
}
