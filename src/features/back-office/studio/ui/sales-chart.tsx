import type { EndpointReply } from '#shared/endpoint.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { Time } from '#web/shell/time.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { readToday } from '../today.contract.ts'

type Sales = NonNullable<EndpointReply<typeof readToday>['sales']>

const COLUMNS = [
  { title: 'Sold', field: 'sold' },
  { title: 'Refunded', field: 'refunded' },
  { title: 'Previous 30 days', field: 'sold_before' },
] as const

/** Daily sales. The server computed the layout; screen readers get a table. */
export function SalesChart({ sales: { chart, days } }: { sales: Sales }) {
  const [first, last] = [days.at(0)?.day, days.at(-1)?.day]
  return (
    <figure className="mt-6">
      <figcaption className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-2">
          <span aria-hidden className="ground-sign size-3 rounded-xs bg-bar" /> Daily sales
        </span>
        {chart.line !== '' && (
          <span className="flex items-center gap-2">
            <span aria-hidden className="w-5 border-b-2 border-dashed border-muted" /> Previous 30 days
          </span>
        )}
      </figcaption>
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div className="relative h-44 text-right text-xs text-muted">
          {chart.ticks.map(({ y, label }) => (
            <span key={label} className="money relative block h-0 leading-none" style={{ top: `${y}%` }}>
              <span className="relative -top-1.5">{label}</span>
            </span>
          ))}
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="h-44 w-full overflow-visible">
          {chart.ticks.map(({ y }) => (
            <line
              key={y}
              x1="0"
              x2="100"
              y1={y}
              y2={y}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
              strokeWidth="1"
            />
          ))}
          {chart.bars.map(({ x, y, width, height }) => (
            <rect key={x} x={x} y={y} width={width} height={height} className="fill-bar" />
          ))}
          <path
            d={chart.line}
            fill="none"
            vectorEffect="non-scaling-stroke"
            strokeDasharray="5 4"
            strokeWidth="2"
            className="stroke-muted"
          />
        </svg>
        <span />
        <p className="mt-1 flex justify-between text-xs text-muted">
          <span>{first && <Time at={first} />}</span>
          <span>{last && <Time at={last} />}</span>
        </p>
      </div>
      <Disclosure label="Show as table" className="mt-2">
        <table className="w-full text-xs sm:text-sm">
          <thead className="text-left align-bottom text-muted">
            <tr>
              <th scope="col" className="py-1.5 font-semibold">
                {' '}
                Date{' '}
              </th>
              {COLUMNS.map(({ title }) => (
                <th key={title} scope="col" className="py-1.5 pl-1.5 text-right font-semibold sm:pl-4">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                  <Time at={day.day} />
                </th>
                {COLUMNS.map(({ title, field }) => (
                  <td key={title} className="money py-1.5 pl-1.5 text-right sm:pl-4">
                    {formatDollars(day[field])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  )
}
