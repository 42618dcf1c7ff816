import { type ReactNode, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readSiteForm, SiteForm } from '../site-screen.contract.ts'
import { LeaveNotice } from './leave-notice.tsx'
import { NextSetupStep } from './setup.tsx'
import type { siteActions } from './site-actions.ts'
import { SiteFiles } from './site-picture.tsx'

export type SiteRead = EndpointReply<typeof readSiteForm>
type Courses = SiteRead['courses']

/** What a page of the settings shows and changes: some keys of the form, with the errors for each field. */
export type SitePart<Key extends keyof SiteForm> = {
  site: Pick<SiteForm, Key>
  wrong: Readonly<Record<string, string>>
  courses: Courses
  onChange: (part: Partial<Pick<SiteForm, Key>>) => void
}

type SiteScreenProps<Key extends keyof SiteForm> = {
  read: SiteRead
  keys: readonly Key[]
  /** A second button, which saves with these values as well. */
  publish?: (site: Pick<SiteForm, Key>) => { label: string; part: Partial<Pick<SiteForm, Key>> } | undefined
  children: (part: SitePart<Key>) => ReactNode
}

/** A page of the settings. It saves only its own keys, so it conflicts only with other changes to these keys. */
export function SiteScreen<Key extends keyof SiteForm>({ read, keys, publish, children }: SiteScreenProps<Key>) {
  const [{ savedSite, revision }, setSaved] = useState(() => ({
    savedSite: pick(read.site, keys),
    revision: read.revision,
  }))
  const [site, setSite] = useState(savedSite)
  const [files, setFiles] = useState(read.files)
  const action = useAction<typeof siteActions>()
  const { errors } = action
  const wrongFields = Object.keys(errors).length
  const isChanged = JSON.stringify(site) !== JSON.stringify(savedSite)
  const second = publish?.(site)
  const save = async (part: Partial<Pick<SiteForm, Key>> = {}) => {
    const sent = { ...site, ...part }
    const reply = await action.submit('saveSite', { site: sent, revision })
    if (!reply) return
    const saved = withBookPositions(sent)
    setSaved({ savedSite: saved, revision: reply.revision })
    setSite(saved)
  }
  return (
    <SiteFiles value={{ files, know: (file) => setFiles((known) => [...known, file]) }}>
      <Form className="flex max-w-3xl flex-col gap-12" onSubmit={() => save()}>
        {children({
          site,
          wrong: errors,
          courses: read.courses,
          onChange: (part) => setSite((now) => ({ ...now, ...part })),
        })}
        <div
          data-sticky="bottom"
          className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-paper px-4 py-3"
        >
          <LeaveNotice isChanged={isChanged} />
          {wrongFields === 0 ? (
            <ActionNotice action={action} />
          ) : (
            <Notice kind="error">
              {wrongFields === 1
                ? 'One field needs attention. It shows'
                : `${wrongFields} fields need attention. Each shows`}{' '}
              what to fix.
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" busy={action.isBusy}>
              Save
            </Button>
            {second && (
              <Button variant="quiet" busy={action.isBusy} onClick={() => void save(second.part)}>
                {second.label}
              </Button>
            )}
            <p className="text-sm text-muted">{isChanged ? 'Unsaved changes' : 'All changes saved'}</p>
            {!isChanged && action.status?.kind === 'success' && <NextSetupStep />}
          </div>
        </div>
      </Form>
    </SiteFiles>
  )
}

function pick<Key extends keyof SiteForm>(site: SiteForm, keys: readonly Key[]): Pick<SiteForm, Key> {
  return Object.fromEntries(keys.map((key) => [key, site[key]])) as Pick<SiteForm, Key>
}

/** Numbers the books by their positions after saving. */
function withBookPositions<Part extends Partial<SiteForm>>(site: Part): Part {
  return site.books ? { ...site, books: site.books.map((book, from) => ({ ...book, from })) } : site
}
