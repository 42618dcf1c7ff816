import type { PlainAddress } from '#shared/pages.ts'
import { type Permission, hasPermissionForAny, type Role } from '#shared/policy.ts'

export type MenuItem = {
  to: PlainAddress
  label: string
  /** A short description for the studio's first page. */
  about: string
  /** Shown to roles that have this permission for any subject. */
  act: Permission
}

/** The studio's menu, in order. To add a screen, add a line here. */
export const MENU_ITEMS: readonly MenuItem[] = [
  { to: '/Studio/', label: 'Today', about: 'Recent activity and to-dos', act: 'enter studio' },
  {
    to: '/Studio/Catalogue/',
    label: 'Catalog',
    about: 'Write, publish, and arrange products',
    act: 'edit content',
  },
  { to: '/Studio/Orders/', label: 'Orders', about: 'Find and refund orders', act: 'see orders' },
  { to: '/Studio/Coupons/', label: 'Coupons', about: 'Create discount codes', act: 'create coupon' },
  { to: '/Studio/People/', label: 'Members', about: 'Find and help members', act: 'see members' },
  {
    to: '/Studio/Completions/',
    label: 'Completions',
    about: 'Course evaluations, and contact hours for accrediting bodies',
    act: 'see evaluations',
  },
  {
    to: '/Studio/Contests/',
    label: 'Question reports',
    about: 'Answer reports about exam questions',
    act: 'answer question report',
  },
  {
    to: '/Studio/Reports/',
    label: 'Reported posts',
    about: 'Review posts that members reported',
    act: 'moderate',
  },
  {
    to: '/Studio/Site/',
    label: 'General',
    about: 'Name, contact, time limits, reminders, and social links',
    act: 'see site settings',
  },
  { to: '/Studio/Home/', label: 'Home page', about: 'Its texts, picture, and courses', act: 'see site settings' },
  {
    to: '/Studio/Menu/',
    label: 'Menu and announcement',
    about: 'The menu of every page, and a line above it',
    act: 'see site settings',
  },
  { to: '/Studio/Look/', label: 'Look', about: 'Logo, icon, and colors', act: 'see site settings' },
  {
    to: '/Studio/Founder/',
    label: 'Founder and books',
    about: 'Who teaches, and what they wrote',
    act: 'see site settings',
  },
  {
    to: '/Studio/Policies/',
    label: 'Policies',
    about: 'Your own terms of service and privacy policy',
    act: 'see site settings',
  },
  {
    to: '/Studio/Email/',
    label: 'Email',
    about: 'Mail server and sender',
    act: 'see service settings',
  },
  {
    to: '/Studio/Payments/',
    label: 'Payments',
    about: 'Stripe keys, webhook, and sales tax',
    act: 'see service settings',
  },
  { to: '/Studio/Staff/', label: 'Staff', about: 'Staff accounts and roles', act: 'see staff' },
  { to: '/Studio/Log/', label: 'Log', about: 'Who did what, and when', act: 'see log' },
  { to: '/Studio/Files/', label: 'Files', about: 'Unused files', act: 'remove files' },
]

export function getMenuItems(role: Role): MenuItem[] {
  return MENU_ITEMS.filter(({ act }) => hasPermissionForAny(role, act))
}
