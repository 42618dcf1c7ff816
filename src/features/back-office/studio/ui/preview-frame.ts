/** The query with which the preview shows only the page itself, for its phone-sized frame. */
export const PREVIEW_FRAME = '?frame'

export function isPreviewFrame({ pathname, search }: { pathname: string; search: string }): boolean {
  return search === PREVIEW_FRAME && /\/preview\/?$/i.test(pathname)
}
