import { MENU_PAGES } from '#shared/menu-pages.ts'
import { MAX_ANNOUNCEMENT, MAX_MENU_LABEL } from '#shared/site-limits.ts'
import { defineActions } from '#web/client/actions.ts'
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/site-menu.page.ts'
import { EditableList } from './ui/editable-list.tsx'
import { siteActions } from './ui/site-actions.ts'
import { type Line, SiteLines } from './ui/site-lines.tsx'
import { siteLoader } from './ui/site-loader.ts'
import { SettingsSection } from './ui/settings-section.tsx'
import { type SitePart, SiteScreen } from './ui/site-screen.tsx'
import { getView, type StudioHandle, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Menu and announcement' }
export const meta = studioMeta
export const clientLoader = siteLoader
export const clientAction = defineActions(siteActions)

const KEYS = ['announcement', 'menu'] as const

const ANNOUNCEMENT: readonly Line<'text' | 'link' | 'link_label'>[] = [
  { key: 'text', label: 'Text', hint: `At most ${MAX_ANNOUNCEMENT} characters. Plain text, without HTML.` },
  { key: 'link', label: 'Link (optional)', hint: 'A path on this site, such as /Courses/, or a web address.' },
  { key: 'link_label', label: 'Link text', hint: 'Leave blank for “Learn more.”' },
]

export default function MenuPage({ loaderData }: Route.ComponentProps) {
  return (
    <SiteScreen read={getView(loaderData)} keys={KEYS}>
      {(part) => (
        <>
          <SettingsSection id="announcement" title="Announcement">
            <AnnouncementFields {...part} />
          </SettingsSection>
          <SettingsSection id="menu" title="Menu">
            <MenuFields {...part} />
          </SettingsSection>
        </>
      )}
    </SiteScreen>
  )
}

type PartProps = SitePart<(typeof KEYS)[number]>

function AnnouncementFields({ site: { announcement }, wrong, onChange }: PartProps) {
  const change = (part: Partial<typeof announcement>) => onChange({ announcement: { ...announcement, ...part } })
  return (
    <>
      <p className="text-sm text-muted">
        One line at the top of every page. Visitors can close it. They see it again only after you change it.
      </p>
      <Checkbox checked={announcement.shown} onChange={({ currentTarget }) => change({ shown: currentTarget.checked })}>
        Show the announcement
      </Checkbox>
      <SiteLines
        lines={ANNOUNCEMENT}
        values={announcement}
        wrong={wrong}
        group="announcement."
        onChange={(part) => change(part)}
      />
    </>
  )
}

function MenuFields({ site: { menu }, wrong, onChange }: PartProps) {
  const [next] = MENU_PAGES.filter(({ to }) => menu.every(({ page }) => page !== to))
  return (
    <>
      {wrong['menu'] && <Notice kind="error">{wrong['menu']}</Notice>}
      <p className="text-sm text-muted">
        Members also see My Academy and My Docs at the end. Labels can have up to {MAX_MENU_LABEL} characters; shorter
        is better.
      </p>
      <EditableList
        items={menu}
        called={({ label }, place) => label || `item ${place + 1}`}
        empty={next && { page: next.to, label: next.label }}
        add="Add an item"
        canMove
        onChange={(items) => onChange({ menu: items })}
      >
        {(item, place, change) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Label"
              autoComplete="off"
              maxLength={MAX_MENU_LABEL}
              value={item.label}
              error={wrong[`menu.${place}.label`]}
              onChange={({ currentTarget }) => change({ ...item, label: currentTarget.value })}
            />
            <SelectField
              label="Page"
              value={item.page}
              error={wrong[`menu.${place}.page`]}
              options={MENU_PAGES.map(({ to, label }) => ({ value: to as string, label: `${label} (${to})` }))}
              onChange={(page) => change({ ...item, page })}
            />
          </div>
        )}
      </EditableList>
    </>
  )
}
