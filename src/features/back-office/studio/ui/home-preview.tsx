import type { SiteForm } from '../site-screen.contract.ts'

type HomeForm = SiteForm['home_page']

/**
 * The home page as it will be published, in the same order and words. It doesn't share components with the home page,
 * because a shared file would be one more for visitors to load.
 */
export function HomePreview({ home: { welcome, heading, text, points, reasons } }: { home: HomeForm }) {
  return (
    <div className="flex flex-col gap-8 rounded-card border border-line bg-paper p-5 sm:p-8">
      <div className="flex flex-col gap-3">
        {welcome !== '' && <p className="text-sm font-semibold text-link">{welcome}</p>}
        <p className="font-serif text-2xl font-semibold">{heading}</p>
        {text !== '' && <p className="max-w-text whitespace-pre-line text-muted">{text}</p>}
      </div>
      <PreviewItems title="How you learn" items={points} />
      <PreviewItems title="Why Choose Us?" items={reasons} />
    </div>
  )
}

function PreviewItems({ title, items }: { title: string; items: HomeForm['points'] }) {
  if (items.length === 0) return null
  return (
    <div>
      <p className="mb-3 text-sm font-semibold">{title}</p>
      <ul className="grid gap-6 sm:grid-cols-3">
        {items.map((item, index) => (
          <li key={index}>
            <p className="font-serif text-lg font-semibold">{item.title}</p>
            <p className="text-sm whitespace-pre-line text-muted">{item.text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
