/** Which part of a long list an address names: the first without a number, all others by theirs. The API refuses what no page can have. */
export function parsePageNumber(number: string | undefined): string {
  if (number === undefined) return '1'
  // The first page has one address, and that is without a number.
  return number === '1' ? '0' : number
}

/** 'Courses', 'Courses, page 2' … */
export function formatPageTitle(list: string, page: number): string {
  return page === 1 ? list : `${list}, page ${page}`
}
