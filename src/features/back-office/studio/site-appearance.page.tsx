import { BRAND_COLORS, type BrandRole, findContrastProblem, isHexColor } from '#shared/brand-colors.ts'
import { defineActions } from '#web/client/actions.ts'
import { TextField } from '#web/ui/field.tsx'
import { useSite } from '#web/shell/site.ts'
import type { Route } from './+types/site-appearance.page.ts'
import { siteActions } from './ui/site-actions.ts'
import { siteLoader } from './ui/site-loader.ts'
import { SitePicture } from './ui/site-picture.tsx'
import { SettingsSection } from './ui/settings-section.tsx'
import { SiteScreen } from './ui/site-screen.tsx'
import { getView, type StudioHandle, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Appearance' }
export const meta = studioMeta
export const clientLoader = siteLoader
export const clientAction = defineActions(siteActions)

const COLORS: readonly { role: BrandRole; label: string; hint: string }[] = [
  { role: 'bar', label: 'Header', hint: 'Behind the logo and the menu, which are white.' },
  { role: 'primary', label: 'Links and buttons', hint: 'Links, and buttons with white text.' },
  { role: 'buy', label: 'Buy buttons', hint: 'Only for buying, with white text.' },
]

export default function AppearancePage({ loaderData }: Route.ComponentProps) {
  const name = useSite()?.name ?? 'the academy'
  return (
    <SiteScreen read={getView(loaderData)} keys={['logo', 'favicon', 'colors']}>
      {({ site: { logo, favicon, colors }, wrong, onChange }) => (
        <>
          <SettingsSection id="logo" title="Logo">
            <SitePicture
              place="logo"
              label="Image"
              hint="SVG or PNG with a transparent background, best at least 400 pixels wide. Wide logos (2:1 or wider) replace the name."
              alt={name}
              fileId={logo}
              error={wrong['logo']}
              onChange={(file) => onChange({ logo: file })}
            />
          </SettingsSection>
          <SettingsSection id="favicon" title="Icon">
            <SitePicture
              place="favicon"
              label="Icon"
              hint="Shown in browser tabs and on home screens. A square SVG or PNG, best at least 512 pixels wide. Without one, the logo is used."
              alt=""
              fileId={favicon}
              error={wrong['favicon']}
              onChange={(file) => onChange({ favicon: file })}
            />
          </SettingsSection>
          <SettingsSection id="colors" title="Colors">
            <p className="text-sm text-muted">
              White text must be easy to read on each color, so we don’t accept pale ones. Dark mode uses lighter
              versions of your colors. Emails and PDFs keep the default colors.
            </p>
            {COLORS.map(({ role, label, hint }) => (
              <ColorField
                key={role}
                role={role}
                label={label}
                hint={hint}
                value={colors[role]}
                error={wrong[`colors.${role}`]}
                onChange={(color) => onChange({ colors: { ...colors, [role]: color } })}
              />
            ))}
          </SettingsSection>
        </>
      )}
    </SiteScreen>
  )
}

type ColorFieldProps = {
  role: BrandRole
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (color: string) => void
}

/** While a color is being chosen, shows why it can't be used. The server applies the same rule. */
function ColorField({ role, label, hint, value, error, onChange }: ColorFieldProps) {
  const usual = BRAND_COLORS[role].default
  const color = value.trim().toLowerCase() || usual
  const problem = findContrastProblem(role, color)
  return (
    <TextField
      label={label}
      hint={`${hint} Leave blank for ${usual}.`}
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={problem === undefined ? error : `This ${problem}.`}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      action={
        <input
          type="color"
          aria-label={`Choose the color: ${label}`}
          value={isHexColor(color) ? color : usual}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className="h-11 w-14 shrink-0 rounded-control border border-edge bg-surface p-1"
        />
      }
    />
  )
}
