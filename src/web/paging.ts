import { data } from 'react-router'

/** Which part of a long list an address names: the first without a number, all others by theirs; 404 for what no page can have. */
export function pageNumber(number: string | undefined): string {
  if (number === undefined) return '1'
  if (number === '1' || !/^[1-9]\d{0,5}$/.test(number)) throw data(null, { status: 404 })
  return number
}

/** `/Courses/`, `/Courses/2` … */
export function pageAddress(list: string, page: number): string {
  return page === 1 ? list : `${list}${page}`
}

/** 'Courses', 'Courses, page 2' … */
export function pageTitle(list: string, page: number): string {
  return page === 1 ? list : `${list}, page ${page}`
}
