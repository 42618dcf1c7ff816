import { Link, useLocation } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import type { ManualPage } from '../help.rules.ts'

const TITLES: Readonly<Record<ManualPage, string>> = {
  'daily-tasks': 'Daily tasks',
  'your-academy': 'Your academy',
  payments: 'Taking payments',
  certificates: 'Checking certificates',
  privacy: 'What is stored about members',
}

const LINK = 'flex min-h-11 items-center text-sm text-link hover:underline aria-[current]:font-semibold'

/** The pages of the manual, and the sections of the current one. */
export function ManualNav({ sections }: { sections: readonly { id: string; heading: string }[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Manual" className="self-start lg:sticky lg:top-20 lg:order-last">
      <ul className="flex flex-col">
        {Object.entries(TITLES).map(([page, title]) => {
          const isCurrent = pathname.toLowerCase().includes(`/help/${page}`)
          return (
            <li key={page}>
              <Link
                to={pageAddress('/Studio/Help/:topic', { topic: page })}
                aria-current={isCurrent ? 'page' : undefined}
                className={LINK}
              >
                {title}
              </Link>
              {isCurrent && (
                <ul className="mb-2 border-l border-line pl-4">
                  {sections.map(({ id, heading }) => (
                    <li key={id}>
                      <a href={`#${id}`} className={LINK}>
                        {heading}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
