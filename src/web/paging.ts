import { data } from 'react-router'

const PAGE_SIZE = 48

export type Paged<Item> = { items: Item[]; page: number; pages: number }

/** A part of a long list: the first without a number, all others by theirs; 404 for any other. */
export function pageOf<Item>(items: readonly Item[], number: string | undefined): Paged<Item> {
  const pages = Math.max(1, Math.ceil(items.length / PAGE_SIZE))
  const page = number === undefined ? 1 : /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 0
  if (page > pages || (number !== undefined && page < 2)) throw data(null, { status: 404 })
  return { items: items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pages }
}

/** `/Courses/`, `/Courses/2` … */
export function pageAddress(list: string, page: number): string {
  return page === 1 ? list : `${list}${page}`
}

/** 'Courses', 'Courses, page 2' … */
export function pageTitle(list: string, page: number): string {
  return page === 1 ? list : `${list}, page ${page}`
}
