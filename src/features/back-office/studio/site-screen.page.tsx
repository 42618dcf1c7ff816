import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/site-screen.page.ts'
import type { readSiteForm, SiteForm } from './site-screen.contract.ts'
import { siteActions } from './ui/site-actions.ts'
import { SiteBooks, SiteSocial } from './ui/site-lists.tsx'
import { SiteFields, SiteSection } from './ui/site-fields.tsx'
import { SiteFiles, SitePicture } from './ui/site-picture.tsx'
import { SiteText } from './ui/site-text.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { useWarnOnLeaving } from './ui/use-warn-on-leaving.ts'

type Read = EndpointReply<typeof readSiteForm>

export const handle: StudioHandle = { title: 'Site' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readSiteForm>('GET /Academy/api/studio/site/', { signal }),
)

export const clientAction = defineActions(siteActions)

export default function SiteScreenPage({ loaderData }: Route.ComponentProps) {
  const read = getView(loaderData)
  return <SiteScreen read={read} />
}

function SiteScreen({ read }: { read: Read }) {
  const [saved, setSaved] = useState(read)
  const [site, setSite] = useState<SiteForm>(read.site)
  const [files, setFiles] = useState(read.files)
  const action = useAction<typeof siteActions>()
  const { errors } = action
  const isChanged = JSON.stringify(site) !== JSON.stringify(saved.site)
  useWarnOnLeaving(isChanged)
  const change = (part: Partial<SiteForm>) => setSite((now) => ({ ...now, ...part }))
  const save = async () => {
    const reply = await action.submit('saveSite', { site, revision: saved.revision })
    if (!reply) return
    // After saving, the books have new positions.
    const savedSite = { ...site, books: site.books.map((book, from) => ({ ...book, from })) }
    setSaved({ ...saved, site: savedSite, revision: reply.revision })
    setSite(savedSite)
  }
  const policy = (name: 'terms' | 'privacy', title: string) => (
    <SiteText
      label={title}
      what={name}
      hint="Uses Markdown. Leave blank for the built-in text. {name}, {email}, {contact}, and {refund_days} are replaced with the values above."
      value={site.policies[name]}
      error={errors[`policies.${name}`]}
      onChange={(text) => change({ policies: { ...site.policies, [name]: text } })}
    />
  )
  return (
    <>
      <SiteFiles value={{ files, know: (file) => setFiles((known) => [...known, file]) }}>
        <Form className="flex flex-col gap-12" onSubmit={save}>
          <SiteFields site={site} wrong={errors} onChange={change} />
          <SiteSection id="logo" title="Logo">
            <SitePicture
              place="logo"
              label="Image"
              hint="SVG or PNG with a transparent background, at least 400 pixels wide. Wide logos (2:1 or wider) replace the name."
              alt={site.name || 'the academy'}
              fileId={site.logo}
              error={errors['logo']}
              onChange={(logo) => change({ logo })}
            />
          </SiteSection>
          <SiteSection id="social" title="Social links">
            <SiteSocial links={site.social} wrong={errors} onChange={(social) => change({ social })} />
          </SiteSection>
          <SiteSection id="founder" title="Founder">
            <SitePicture
              place="portrait"
              label="Portrait"
              hint="SVG, PNG, JPEG, WebP, or AVIF. Portrait orientation (4:5), at least 528 pixels wide."
              alt={`Portrait of ${site.founder.name || 'the founder'}`}
              fileId={site.founder.portrait}
              error={errors['founder.portrait']}
              onChange={(portrait) => change({ founder: { ...site.founder, portrait } })}
            />
            <SiteText
              label="Bio"
              what="founder"
              hint="Uses Markdown."
              value={site.founder.text}
              error={errors['founder.text']}
              onChange={(text) => change({ founder: { ...site.founder, text } })}
            />
          </SiteSection>
          <SiteSection id="books" title="Books">
            <SiteBooks books={site.books} wrong={errors} onChange={(books) => change({ books })} />
          </SiteSection>
          <SiteSection id="policies" title="Policies">
            {policy('terms', 'Terms of Service')}
            {policy('privacy', 'Privacy Policy')}
          </SiteSection>
          <div
            data-sticky="bottom"
            className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-paper px-4 py-3"
          >
            <ActionNotice action={action} />
            {Object.keys(errors).length > 1 && (
              <Notice kind="error">{`${Object.keys(errors).length} fields need attention. Each shows what to fix.`}</Notice>
            )}
            <div className="flex flex-wrap items-center gap-4">
              <Button type="submit" busy={action.isBusy} disabled={!isChanged}>
                Save
              </Button>
              <p className="text-sm text-muted">{isChanged ? 'Unsaved changes' : 'All changes saved'}</p>
            </div>
          </div>
        </Form>
      </SiteFiles>
    </>
  )
}
