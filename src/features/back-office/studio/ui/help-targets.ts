import type { Register } from 'react-router'
import type { ManualPage } from '../help.rules.ts'

type StudioPattern = Extract<keyof Register['pages'], `/Studio${string}`>

/** A page of the manual, or a heading there. */
export type HelpTarget = ManualPage | `${ManualPage}#${string}`

/** The part of the owner's manual that explains each page of the studio; null for the manual itself. */
export const HELP_TARGETS: Readonly<Record<StudioPattern, HelpTarget | null>> = {
  '/Studio': 'daily-tasks',
  '/Studio/Appearance': 'your-academy#site-settings',
  '/Studio/Attempts': 'daily-tasks#everything-else',
  '/Studio/Catalogue': 'your-academy#the-course',
  '/Studio/Catalogue/:id': 'your-academy#the-course',
  '/Studio/Catalogue/:id/Engagement': 'your-academy#where-learners-stop',
  '/Studio/Catalogue/:id/Examination': 'your-academy#the-course',
  '/Studio/Catalogue/:id/Preview': 'your-academy#the-course',
  '/Studio/Catalogue/:id/TrialExam': 'your-academy#the-course',
  '/Studio/Completions': 'certificates#for-the-operator',
  '/Studio/Contests': 'daily-tasks#answer-a-question-report',
  '/Studio/Contests/:id': 'daily-tasks#answer-a-question-report',
  '/Studio/Coupons': 'payments#coupons',
  '/Studio/Discussions': 'daily-tasks#answer-a-discussion',
  '/Studio/Email': 'your-academy#email-and-payments',
  '/Studio/ReturnedEmails': 'your-academy#email-and-payments',
  '/Studio/EmailTexts': 'your-academy#email-texts',
  '/Studio/EmailTexts/:name': 'your-academy#email-texts',
  '/Studio/Files': 'daily-tasks#everything-else',
  '/Studio/Founder': 'your-academy#name-and-contact',
  '/Studio/Groups': 'your-academy#groups',
  '/Studio/Groups/:id': 'your-academy#groups',
  '/Studio/Help/:topic': null,
  '/Studio/Home': 'your-academy#the-home-page',
  '/Studio/Law': 'daily-tasks#reviewing-the-law',
  '/Studio/Log': 'daily-tasks#everything-else',
  '/Studio/Look': null,
  '/Studio/Mails': 'daily-tasks#i-got-no-email',
  '/Studio/Menu': 'your-academy#site-settings',
  '/Studio/Messages': 'daily-tasks#write-to-learners',
  '/Studio/Messages/:id': 'daily-tasks#write-to-learners',
  '/Studio/Orders': 'daily-tasks#refund-an-order',
  '/Studio/Payments': 'payments#go-live-in-ten-steps',
  '/Studio/People': 'daily-tasks#give-access-without-a-payment',
  '/Studio/People/:id': 'daily-tasks#everything-else',
  '/Studio/Policies': 'your-academy#your-own-terms-and-privacy-policy',
  '/Studio/Progress': 'your-academy#progress',
  '/Studio/Reports': 'daily-tasks#review-a-reported-post',
  '/Studio/Site': 'your-academy#site-settings',
  '/Studio/Staff': 'daily-tasks#everything-else',
}

export function findHelpTarget(pathname: string): HelpTarget | null {
  const found = Object.entries(HELP_TARGETS).find(([pattern]) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i').test(pathname),
  )
  return found?.[1] ?? null
}
