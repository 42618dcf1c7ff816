import type { PlainAddress } from '#shared/pages.ts'
import { type Permission, hasPermissionForAny, type Role } from '#shared/policy.ts'
import { getAriaCurrent } from '#web/shell/navigation.ts'
import type { TodoCounts } from './todo-counts.ts'

export type StudioPage = {
  to: PlainAddress
  label: string
  /** A short description, which can also be searched. */
  about: string
  /** What else owners call the page's content. Only searched. */
  words?: string
  /** Shown to roles that have this permission for any subject. */
  act: Permission
  /** The number of things to do on the page, and the words after it: after the number 1, and after other numbers. */
  count?: { of: keyof TodoCounts; words: readonly [one: string, many: string] }
}

/** An area of the menu, which links to the first of its pages that the role may open. */
export type StudioArea = { label: string; pages: readonly StudioPage[] }

/** The studio's menu, in order. To add a page, add a line here. */
export const STUDIO_AREAS: readonly StudioArea[] = [
  {
    label: 'Home',
    pages: [
      {
        to: '/Studio/',
        label: 'Home',
        about: 'To-dos and recent activity',
        act: 'enter studio',
        count: { of: 'todos', words: ['to-do', 'to-dos'] },
      },
    ],
  },
  {
    label: 'Products',
    pages: [
      {
        to: '/Studio/Catalogue/',
        label: 'Catalog',
        about: 'Courses, podcasts, and documents: write, price, publish',
        words: 'exam, passing score',
        act: 'edit content',
      },
      {
        to: '/Studio/Contests/',
        label: 'Question reports',
        about: 'Answer members who say an exam question is wrong',
        act: 'answer question report',
        count: { of: 'contests', words: ['to answer', 'to answer'] },
      },
      {
        to: '/Studio/Law/',
        label: 'Legal review schedule',
        about: 'Lectures whose legal content must be checked again',
        act: 'edit content',
        count: { of: 'law', words: ['due', 'due'] },
      },
      { to: '/Studio/Files/', label: 'Unused files', about: 'Free up space', act: 'remove files' },
    ],
  },
  {
    label: 'Members',
    pages: [
      {
        to: '/Studio/People/',
        label: 'Members',
        about: 'Find a member: progress, access, account, enrollment',
        words: 'certificates, password',
        act: 'see members',
      },
      {
        to: '/Studio/Progress/',
        label: 'Progress',
        about: 'How far each learner is in a course: lectures, exam, certificate',
        act: 'see members',
      },
      {
        to: '/Studio/Groups/',
        label: 'Groups',
        about: 'Members to follow together, such as the nurses of a hospital',
        act: 'see members',
      },
      {
        to: '/Studio/Messages/',
        label: 'Messages',
        about: 'Emails to learners: write, schedule, and see who got them',
        words: 'newsletter, announcement, broadcast',
        act: 'message learners',
      },
    ],
  },
  {
    label: 'Sales',
    pages: [
      {
        to: '/Studio/Orders/',
        label: 'Orders',
        about: 'Payments, refunds, receipts, totals',
        act: 'see orders',
        count: { of: 'orders', words: ['needs attention', 'need attention'] },
      },
    ],
  },
  {
    label: 'Marketing',
    pages: [{ to: '/Studio/Coupons/', label: 'Coupons', about: 'Discount codes', act: 'create coupon' }],
  },
  {
    label: 'Community',
    pages: [
      {
        to: '/Studio/Discussions/',
        label: 'Unanswered questions',
        about: 'Discussions without a reply',
        act: 'moderate discussions',
        count: { of: 'unanswered', words: ['unanswered', 'unanswered'] },
      },
      {
        to: '/Studio/Reports/',
        label: 'Reported posts',
        about: 'Posts that members reported',
        act: 'moderate',
        count: { of: 'reports', words: ['to review', 'to review'] },
      },
    ],
  },
  {
    label: 'Reports',
    pages: [
      {
        to: '/Studio/Completions/',
        label: 'Completions',
        about: 'Course evaluations, and contact hours for accrediting bodies',
        words: 'certificates',
        act: 'see evaluations',
      },
      { to: '/Studio/Attempts/', label: 'Exam attempts', about: 'Who passed and who failed', act: 'see members' },
      {
        to: '/Studio/Mails/',
        label: 'Failed emails',
        about: 'Emails that could not be delivered',
        act: 'see members',
        count: { of: 'failed_mails', words: ['in the last 30 days', 'in the last 30 days'] },
      },
      { to: '/Studio/Log/', label: 'Audit log', about: 'Who did what, and when', act: 'see log' },
    ],
  },
  {
    label: 'Settings',
    pages: [
      {
        to: '/Studio/Site/',
        label: 'General',
        about: 'Name, contact, time limits, reminders, and social links',
        words: 'time zone, tax ID, refund window',
        act: 'see site settings',
      },
      { to: '/Studio/Home/', label: 'Home page', about: 'Text, picture, and courses', act: 'see site settings' },
      {
        to: '/Studio/Menu/',
        label: 'Menu and announcement',
        about: 'Site menu and announcement bar',
        act: 'see site settings',
      },
      { to: '/Studio/Appearance/', label: 'Appearance', about: 'Logo, icon, and colors', act: 'see site settings' },
      {
        to: '/Studio/Founder/',
        label: 'Founder and books',
        about: 'Founder’s name, credentials, bio, and books',
        act: 'see site settings',
      },
      {
        to: '/Studio/Policies/',
        label: 'Policies',
        about: 'Your own terms of service and privacy policy',
        act: 'see site settings',
      },
      { to: '/Studio/Email/', label: 'Email', about: 'Mail server and sender', act: 'see service settings' },
      {
        to: '/Studio/ReturnedEmails/',
        label: 'Returned emails',
        about: 'Bounces and spam complaints',
        act: 'see service settings',
      },
      {
        to: '/Studio/EmailTexts/',
        label: 'Email texts',
        about: 'Subject and opening lines of each email to members',
        act: 'see site settings',
      },
      {
        to: '/Studio/Payments/',
        label: 'Payments',
        about: 'Stripe keys, webhook, and sales tax',
        act: 'see service settings',
      },
      { to: '/Studio/Staff/', label: 'Staff', about: 'Staff accounts and roles', act: 'see staff' },
    ],
  },
]

/** What a role may open. Areas without such a page are left out. */
export function getStudioAreas(role: Role): StudioArea[] {
  return STUDIO_AREAS.map(({ label, pages }) => ({
    label,
    pages: pages.filter(({ act }) => hasPermissionForAny(role, act)),
  })).filter(({ pages }) => pages.length > 0)
}

/** Like `getAriaCurrent`. All other pages are below the first one, so it counts as current only on its own page. */
export function getCurrentPage(to: PlainAddress, pathname: string): 'page' | 'true' | undefined {
  const current = getAriaCurrent(to, pathname)
  return to === '/Studio/' && current === 'true' ? undefined : current
}
