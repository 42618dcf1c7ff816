/** The page number in a URL; the first page has none. The API rejects invalid numbers. */
export function parsePageNumber(number: string | undefined): string {
  if (number === undefined) return '1'
  // The first page has only one URL, the one without a number.
  return number === '1' ? '0' : number
}

/** Such as 'Courses' or 'Courses, page 2'. */
export function formatPageTitle(list: string, page: number): string {
  return page === 1 ? list : `${list}, page ${page}`
}
