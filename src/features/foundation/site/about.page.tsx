import { pageAddress } from '#shared/pages.ts'
import { apiContext } from '#web/client/api-context.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { buildAcademyData } from '#web/shell/linked-data.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Picture, type PictureFile } from '#web/ui/picture.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Prose } from '#web/ui/prose.tsx'
import { useSite } from '#web/shell/site.ts'
import type { Route } from './+types/about.page.ts'
import type { readFounder } from './site.contract.ts'
import { ContactLine } from './ui/contact-line.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof readFounder>('GET /Academy/api/site/founder/')
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const founder = loaderData?.founder
  return pageMeta(matches, {
    title: 'About',
    description: founder
      ? `Who we are, our founder ${founder.name}, and how to reach us.`
      : 'Who we are, who we train, and how to reach us.',
    path: '/About/',
    data: (site) => [
      {
        '@type': 'AboutPage',
        url: site.public_url + pageAddress('/About/'),
        mainEntity: {
          ...buildAcademyData(site),
          ...(founder && { founder: { '@type': 'Person', name: founder.name } }),
        },
      },
    ],
  })
}

export default function AboutPage({ loaderData: { founder } }: Route.ComponentProps) {
  const site = useSite()
  const ways = [site?.email && 'Email', site?.phone && (site.email ? 'call' : 'Call')].filter(Boolean).join(' or ')
  return (
    <div className="page-width">
      <PageHeading title="About">{site?.description}</PageHeading>
      <div className="grid grid-cols-1 gap-10 md:grid-cols-[minmax(0,1fr)_22.5rem] md:gap-14">
        {founder ? (
          <article>
            <div className="flex items-end gap-5 sm:gap-7">
              {founder.images.length > 0 && <Portrait name={founder.name} images={founder.images} />}
              <div className="min-w-0">
                <h2>{founder.name}</h2>
                <p className="mt-1 text-sm font-semibold text-link">Founder of {site?.name}</p>
                {founder.credentials && <p className="text-sm text-muted">{founder.credentials}</p>}
              </div>
            </div>
            <Prose html={founder.html} className="mt-6" />
          </article>
        ) : (
          <div className="prose">
            <p>
              {site?.name} trains registered nurses to work with attorneys. You’ll learn to attend defense medical
              exams, document what happens, and stay within your role as a nurse.
            </p>
            <p>Take any course at your own pace. Each ends with an exam and leads to a certificate.</p>
          </div>
        )}
        <aside className="flex flex-col items-start gap-4 self-start *:max-w-full rounded-card border border-line bg-surface p-5 text-sm sm:p-6">
          {ways && (
            <>
              <h2 className="text-lg">Questions?</h2>
              <p className="text-muted">{ways} us. You’ll reach a real person.</p>
            </>
          )}
          <ContactLine />
          <ButtonLink to="/Courses/" variant="quiet">
            Browse courses
          </ButtonLink>
        </aside>
      </div>
    </div>
  )
}

/** Shows the portrait. Reserves space for the picture, so that the layout doesn't shift when it loads. */
function Portrait({ name, images }: { name: string; images: readonly PictureFile[] }) {
  return (
    <div className="w-28 shrink-0 overflow-hidden rounded-card border border-line sm:w-44">
      <Picture
        images={images}
        alt={`Portrait of ${name}`}
        sizes="(min-width: 640px) 11rem, 7rem"
        eager
        shape="upright"
      />
    </div>
  )
}
