import { Time } from '#web/shell/time.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { LawView } from '../law.contract.ts'

export function LectureLaw({ law }: { law: LawView }) {
  const { as_of: asOf, look_again_by: lookAgainBy, is_due: isDue, sources } = law
  return (
    <div className="mt-4 text-sm text-muted">
      <p>
        <span className="font-semibold text-ink">
          Legal content reviewed <Time at={asOf} />
        </span>
        {lookAgainBy !== null && !isDue && (
          <>
            {' '}
            · next review by <Time at={lookAgainBy} />
          </>
        )}
      </p>
      {lookAgainBy !== null && isDue && (
        <p className="mt-1 text-pretty">
          Review was due by <Time at={lookAgainBy} />. Last reviewed <Time at={asOf} />.
        </p>
      )}
      {sources.length > 0 && (
        <Disclosure label={sources.length === 1 ? '1 source' : `${sources.length} sources`}>
          <ul className="list-none pb-2">
            {sources.map(({ name, link }) => (
              <li key={`${name} ${link}`} className="py-1 wrap-anywhere">
                {link === null ? (
                  name
                ) : (
                  <a
                    href={link}
                    rel="noreferrer"
                    className="-my-1.5 inline-block py-1.5 text-link underline-offset-4 hover:underline"
                  >
                    {name}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}
