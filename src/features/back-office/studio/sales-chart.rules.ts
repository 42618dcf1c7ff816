import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

export type ChartOfDays = {
  bars: { x: number; y: number; width: number; height: number }[]
  line: string
  ticks: { y: number; label: string }[]
}

const MOST_TICKS = 4

/**
 * Where the bars of days stand, and the line of the days before, in hundredths of the width and the height: the browser paints them and
 * works nothing out. Amounts are in cents, one a day.
 */
export function chartOfDays(
  now: readonly number[],
  before: readonly number[],
  label: (cents: number) => string,
): ChartOfDays {
  const most = Math.max(...now, ...before, 0)
  const y = scaleLinear()
    .domain([0, most > 0 ? most : 1])
    .nice(MOST_TICKS)
    .range([100, 0])
  const x = scaleBand<number>()
    .domain(now.map((_, day) => day))
    .range([0, 100])
    .padding(0.3)
  const middle = x.bandwidth() / 2
  const path = line<number>()
    .x((_, day) => rounded((x(day) ?? 0) + middle))
    .y((cents) => rounded(y(cents)))
  return {
    bars: now.map((cents, day) => ({
      x: rounded(x(day) ?? 0),
      y: rounded(y(cents)),
      width: rounded(x.bandwidth()),
      height: rounded(100 - y(cents)),
    })),
    line: before.some((cents) => cents > 0) ? (path([...before]) ?? '') : '',
    ticks: most > 0 ? y.ticks(MOST_TICKS).map((cents) => ({ y: rounded(y(cents)), label: label(cents) })) : [],
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
