import { redirect } from 'react-router'
import { type Kind, getProductPage } from '#shared/kinds.ts'

/**
 * Returns a page's data about a product. If the page was requested with a former slug, throws a redirect to the current
 * one.
 */
export function redirectToCurrentAddress<View extends { id_: string }>(kind: Kind, asked: string, view: View): View {
  if (view.id_ !== asked) throw redirect(getProductPage(kind, view.id_), 301)
  return view
}
