import { redirect } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { type StudioHandle, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Appearance' }
export const meta = studioMeta

/** The former address of the page Appearance, for bookmarks. */
export function clientLoader() {
  return redirect(pageAddress('/Studio/Appearance/'))
}

export default function FormerAddressPage() {
  return null
}
