import { CourseLectures } from '#features/catalog/courses/ui/course-lectures.tsx'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { ProductHeader } from '#features/foundation/products/ui/product-header.tsx'
import { useFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { parseCents, formatCentsAsDollars } from '#shared/money.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/preview.page.ts'
import type { openProduct, renderDescription, OpenProduct } from './builder.contract.ts'
import { HelpLink } from './ui/help-link.tsx'
import { type PlanRecording, PreviewRecordings } from './ui/preview-recordings.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Preview', hasOwnFrame: true }
export const meta = studioMeta

type Preview = { worked: OpenProduct; shown: EndpointReply<typeof renderDescription> }

export const clientLoader = studioLoader(
  async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs): Promise<Preview> => {
    const [worked, shown] = await Promise.all([
      call<typeof openProduct>('GET /Academy/api/studio/products/:id/', { params: { id }, signal }),
      call<typeof renderDescription>('GET /Academy/api/studio/products/:id/description/', { params: { id }, signal }),
    ])
    return { worked, shown }
  },
)

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
  const preview = getView(loaderData)
  return <ProductPreview {...preview} />
}

/** The draft as its public page will show it, rendered only in its editor's browser. */
function ProductPreview({ worked, shown: { html, lectures } }: Preview) {
  const { id, kind, plan } = worked
  const price = parseCents(plan.price)
  return (
    <div className="page-width pt-3 pb-12">
      <div className="mb-1 flex justify-end">
        <HelpLink />
      </div>
      <Notice action={<BackLink to={pageAddress('/Studio/Catalogue/:id', { id })}>Back to the draft</BackLink>}>
        Preview only. Until you publish, visitors see{' '}
        {worked.address === null ? 'nothing' : 'the last published version'}.
      </Notice>
      <div className="mt-8 grid gap-x-14 gap-y-8 md:grid-cols-[minmax(0,1fr)_22.5rem]">
        <div className="flex flex-col gap-6">
          <ProductHeader title={plan.name || 'Untitled'} text={plan.short} />
          {plan.cover !== null && <Cover id={plan.cover} product={id} alt={plan.name} />}
        </div>
        <aside>
          <p className="money rounded-card border border-line bg-surface p-6 text-xl font-semibold">
            {price === undefined ? 'No price yet' : price === 0 ? 'Free' : formatCentsAsDollars(price)}
          </p>
        </aside>
        <div className="flex flex-col gap-12">
          <Facts fields={worked.fields} plan={plan} />
          <section aria-labelledby="about">
            <h2 id="about" className="mb-4 text-xl">
              About this {kind}
            </h2>
            {html === '' ? <p className="text-muted">No description yet.</p> : <Prose html={html} />}
          </section>
          {kind === 'course' && <Lectures plan={plan as unknown as CoursePlan} files={worked.files} shown={lectures} />}
          <PreviewRecordings recordings={listRecordings(worked)} product={id} />
        </div>
      </div>
    </div>
  )
}

/** The short fields that only this kind of product has. */
function Facts({ fields, plan }: Pick<OpenProduct, 'fields' | 'plan'>) {
  const facts = fields.flatMap(({ key, type, label }) => {
    const value = ['line', 'lines', 'date'].includes(type) ? [plan[key]].flat().join('\n') : ''
    return value === '' ? [] : { key, label, value }
  })
  if (facts.length === 0) return null
  return (
    <dl className="grid gap-4 text-sm">
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type RecordingSource = {
  id?: string
  name: string
  video?: string | null
  audio?: string | null
  captions?: string | null
}

/** Recordings by lecture, each with the lecture's name; an episode has only one. */
function listRecordings({ kind, plan, files }: OpenProduct): PlanRecording[] {
  const parts: RecordingSource[] =
    kind === 'course' ? (plan as unknown as CoursePlan).lectures : [plan as RecordingSource]
  return parts.flatMap(({ id = 'whole', name, video, audio, captions = null }) => {
    const file = files.find((each) => each.id === video || each.id === audio)
    return file ? [{ id, name: name || file.name, file, captions }] : []
  })
}

function Cover({ id, product, alt }: { id: string; product: string; alt: string }) {
  const address = useFileAddress(id, product)
  if (address === null) return null
  return (
    <div className="aspect-video overflow-hidden rounded-card border border-line bg-wash">
      {address !== undefined && <img src={address} alt={alt} className="size-full object-cover" />}
    </div>
  )
}

type LecturesProps = {
  plan: CoursePlan
  files: OpenProduct['files']
  shown: EndpointReply<typeof renderDescription>['lectures']
}

function Lectures({ plan, files, shown }: LecturesProps) {
  const lengths = new Map(files.map(({ id, seconds }) => [id, seconds]))
  const lectures = plan.lectures.map(({ id, name, video, sub_lectures: parts, attachments }) => ({
    id,
    name: name || 'Untitled',
    html: shown.find((lecture) => lecture.id === id)?.html ?? '',
    seconds: lengths.get(video ?? '') ?? null,
    parts,
    files: attachments.map((file) => file.name),
  }))
  return <CourseLectures lectures={lectures} sample={null} />
}
