import { redirect } from 'react-router'
import { type Kind, getProductPage } from '#shared/kinds.ts'

/** What a page shows of a product. Where it was asked for by an address that the product had earlier, throws a redirect to the one of today. */
export function redirectToCurrentAddress<View extends { id_: string }>(kind: Kind, asked: string, view: View): View {
  if (view.id_ !== asked) throw redirect(getProductPage(kind, view.id_), 301)
  return view
}
