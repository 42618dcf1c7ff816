import { Time } from '#web/shell/time.tsx'
import type { LawChange } from '../law-changes.contract.ts'

export function LawChangeList({ changes }: { changes: readonly LawChange[] }) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="what-changed" className="mt-5 max-w-text rounded-card border border-line bg-surface p-4">
      <h2 id="what-changed" className="text-base font-semibold">
        What changed
      </h2>
      <ol className="mt-2 flex list-none flex-col gap-3 text-sm">
        {changes.map(({ day, kind, what, why }) => (
          <li key={`${day} ${what}`} className="text-pretty wrap-anywhere">
            <p className="text-muted">
              {kind === 'new' && 'Added on '}
              <Time at={day} />
            </p>
            <p>{what}</p>
            {why !== '' && <p className="text-muted">{why}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
