import { defineActions } from '#web/client/actions.ts'
import type { Route } from './+types/site-founder.page.ts'
import { siteActions } from './ui/site-actions.ts'
import { type Line, SiteLines } from './ui/site-lines.tsx'
import { SiteBooks } from './ui/site-lists.tsx'
import { siteLoader } from './ui/site-loader.ts'
import { SitePicture } from './ui/site-picture.tsx'
import { SettingsSection } from './ui/settings-section.tsx'
import { SiteScreen } from './ui/site-screen.tsx'
import { SiteText } from './ui/site-text.tsx'
import { getView, type StudioHandle, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Founder and books' }
export const meta = studioMeta
export const clientLoader = siteLoader
export const clientAction = defineActions(siteActions)

const FOUNDER: readonly Line<'name' | 'credentials' | 'license' | 'experience'>[] = [
  { key: 'name', label: 'Name' },
  { key: 'credentials', label: 'Credentials', hint: 'Shown after the name. For example: RN, LNC.' },
  {
    key: 'license',
    label: 'License',
    hint: 'Shown on course pages. For example: “Registered nurse, license RN 123456, Ohio.”',
  },
  { key: 'experience', label: 'Experience', hint: 'Shown on course pages. For example: “18 years at the bedside.”' },
]

export default function FounderPage({ loaderData }: Route.ComponentProps) {
  return (
    <SiteScreen read={getView(loaderData)} keys={['founder', 'books']}>
      {({ site: { founder, books }, wrong, onChange }) => (
        <>
          <SettingsSection id="founder" title="Founder">
            <SiteLines
              lines={FOUNDER}
              values={founder}
              wrong={wrong}
              group="founder."
              onChange={(part) => onChange({ founder: { ...founder, ...part } })}
            />
            <SitePicture
              place="portrait"
              label="Portrait"
              hint="SVG, PNG, JPEG, WebP, or AVIF. Portrait orientation (4:5), best at least 528 pixels wide."
              alt={`Portrait of ${founder.name || 'the founder'}`}
              fileId={founder.portrait}
              error={wrong['founder.portrait']}
              onChange={(portrait) => onChange({ founder: { ...founder, portrait } })}
            />
            <SiteText
              label="Bio"
              what="founder"
              hint="For **bold**, use two asterisks. Begin the lines of a list with a hyphen. (This is called Markdown.)"
              value={founder.text}
              error={wrong['founder.text']}
              onChange={(text) => onChange({ founder: { ...founder, text } })}
            />
          </SettingsSection>
          <SettingsSection id="books" title="Books">
            <SiteBooks books={books} wrong={wrong} onChange={(changed) => onChange({ books: changed })} />
          </SettingsSection>
        </>
      )}
    </SiteScreen>
  )
}
