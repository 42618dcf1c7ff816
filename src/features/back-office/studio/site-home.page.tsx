import {
  MAX_FEATURED_COURSES,
  MAX_HOME_POINTS,
  MAX_HOME_REASONS,
  MAX_NEWEST_COURSES,
  MAX_POPULAR_COURSES,
} from '#shared/site-limits.ts'
import { defineActions } from '#web/client/actions.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/site-home.page.ts'
import { CoursePicker } from './ui/course-picker.tsx'
import { HomeItems } from './ui/home-items.tsx'
import { HomePreview } from './ui/home-preview.tsx'
import { siteActions } from './ui/site-actions.ts'
import { type Line, SiteLines } from './ui/site-lines.tsx'
import { siteLoader } from './ui/site-loader.ts'
import { SitePicture } from './ui/site-picture.tsx'
import { SettingsSection } from './ui/settings-section.tsx'
import { SiteScreen } from './ui/site-screen.tsx'
import { getView, type StudioHandle, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Home page' }
export const meta = studioMeta
export const clientLoader = siteLoader
export const clientAction = defineActions(siteActions)

const TOP: readonly Line<'heading' | 'welcome' | 'text'>[] = [
  { key: 'heading', label: 'Heading', hint: 'Leave blank for the tagline.' },
  { key: 'welcome', label: 'Line above the heading' },
  { key: 'text', label: 'Text below the heading', isLong: true },
]

const KEYS = ['home_page', 'home_confirmed', 'featured_courses', 'popular_courses'] as const
const PUBLISH = { label: 'Publish home page', part: { home_confirmed: true } }

export default function HomeSettingsPage({ loaderData }: Route.ComponentProps) {
  const read = getView(loaderData)
  return (
    <SiteScreen read={read} keys={KEYS} publish={(site) => (site.home_confirmed ? undefined : PUBLISH)}>
      {({ site, wrong, courses, onChange }) => {
        const { home_page: home, featured_courses: featured, popular_courses: popular } = site
        const changeHome = (part: Partial<typeof home>) => onChange({ home_page: { ...home, ...part } })
        return (
          <>
            {site.home_confirmed ? (
              <p className="-mb-6 text-sm text-muted">
                <a href="/" target="_blank" className="text-link underline underline-offset-2">
                  View the home page
                </a>
              </p>
            ) : (
              <Notice kind="info">
                Your home page isn’t published yet. Visitors see your name, “Coming soon,” and how to contact you. Check
                that every sentence below is true for your academy, and press Publish home page.
              </Notice>
            )}
            <SettingsSection id="top" title="Top of the page">
              <SiteLines lines={TOP} values={home} wrong={wrong} group="home_page." onChange={changeHome} />
              <SitePicture
                place="hero"
                label="Picture"
                hint="SVG, PNG, JPEG, WebP, or AVIF, best at least 1,280 pixels wide. It is cropped to 8:7. Without one, we show a default illustration."
                alt=""
                fileId={home.picture}
                error={wrong['home_page.picture']}
                onChange={(picture) => changeHome({ picture })}
              />
            </SettingsSection>
            <SettingsSection id="courses" title="Our Courses">
              <CoursePicker
                label="Courses on the home page"
                hint={`If you choose none, we show the popular courses below. If those are empty too, we show the newest ${MAX_NEWEST_COURSES} for sale.`}
                max={MAX_FEATURED_COURSES}
                chosen={featured}
                courses={courses}
                error={wrong['featured_courses']}
                onChange={(chosen) => onChange({ featured_courses: chosen })}
              />
            </SettingsSection>
            <SettingsSection id="learn" title="How you learn">
              <HomeItems
                field="points"
                called="point"
                max={MAX_HOME_POINTS}
                items={home.points}
                wrong={wrong}
                onChange={(points) => changeHome({ points })}
              />
            </SettingsSection>
            <SettingsSection id="reasons" title="Why Choose Us?">
              <HomeItems
                field="reasons"
                called="reason"
                max={MAX_HOME_REASONS}
                items={home.reasons}
                wrong={wrong}
                onChange={(reasons) => changeHome({ reasons })}
              />
            </SettingsSection>
            <SettingsSection id="footer" title="Footer">
              <CoursePicker
                label="Popular courses"
                hint={`Shown at the bottom of every page. If you choose none, we show the first ${MAX_POPULAR_COURSES} courses in the catalog.`}
                max={MAX_POPULAR_COURSES}
                chosen={popular}
                courses={courses}
                error={wrong['popular_courses']}
                onChange={(chosen) => onChange({ popular_courses: chosen })}
              />
            </SettingsSection>
            <Disclosure label="Preview">
              <HomePreview home={home} />
            </Disclosure>
          </>
        )
      }}
    </SiteScreen>
  )
}
