import type { PlainAddress } from '#shared/pages.ts'
import { type Permission, hasPermissionForAny, type Role } from '#shared/policy.ts'

export type MenuItem = {
  to: PlainAddress
  label: string
  /** A short description for the studio's first page. */
  about: string
  /** Shown to roles with this permission for anything. */
  act: Permission
}

/** The studio's menu in order: a new screen adds its line here. */
export const MENU_ITEMS: readonly MenuItem[] = [
  { to: '/Studio/', label: 'Today', about: 'What happened, and what waits', act: 'enter studio' },
  {
    to: '/Studio/Catalogue/',
    label: 'Catalogue',
    about: 'Write, publish and put in order what is sold',
    act: 'edit content',
  },
  { to: '/Studio/Orders/', label: 'Orders', about: 'Find an order, give money back', act: 'see orders' },
  { to: '/Studio/Coupons/', label: 'Coupons', about: 'Make something cheaper by a code', act: 'make coupon' },
  { to: '/Studio/People/', label: 'People', about: 'Find a member and help', act: 'see members' },
  {
    to: '/Studio/Completions/',
    label: 'Completions',
    about: 'What learners said of courses, and contact hours for approvers',
    act: 'see evaluations',
  },
  {
    to: '/Studio/Contests/',
    label: 'Contests',
    about: 'Answer members who say that a question is wrong',
    act: 'answer contest',
  },
  {
    to: '/Studio/Reports/',
    label: 'Reports',
    about: 'Decide about posts that members reported',
    act: 'moderate',
  },
  { to: '/Studio/Site/', label: 'Site', about: 'Name, contact, founder, books and policies', act: 'see site settings' },
  { to: '/Studio/Staff/', label: 'Staff', about: 'Who works here, and who may do what', act: 'see staff' },
  { to: '/Studio/Log/', label: 'Log', about: 'Who did what, and when', act: 'see log' },
  { to: '/Studio/Files/', label: 'Files', about: 'What nothing uses any more', act: 'remove files' },
]

export function getMenuItems(role: Role): MenuItem[] {
  return MENU_ITEMS.filter(({ act }) => hasPermissionForAny(role, act))
}

/** `page` for the current page, `true` for one below the item. */
export function getAriaCurrent({ to }: MenuItem, pathname: string): 'page' | 'true' | undefined {
  const [place, shown] = [to, pathname].map((address) => `${address.toLowerCase().replace(/\/+$/, '')}/`)
  if (place === shown) return 'page'
  // Every other item is below the first.
  return place !== '/studio/' && shown?.startsWith(place ?? '') ? 'true' : undefined
}
