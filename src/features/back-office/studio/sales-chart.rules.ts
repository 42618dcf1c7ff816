import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

export type SalesChartLayout = {
  bars: { x: number; y: number; width: number; height: number }[]
  line: string
  ticks: { y: number; label: string }[]
}

const MAX_TICKS = 4

/**
 * Positions of the daily bars and of the previous period's line, in percent of width and height, so that the browser
 * doesn't have to compute anything. Amounts are in cents per day.
 */
export function layOutSalesChart(
  now: readonly number[],
  before: readonly number[],
  label: (cents: number) => string,
): SalesChartLayout {
  const max = Math.max(...now, ...before, 0)
  const y = scaleLinear()
    .domain([0, max > 0 ? max : 1])
    .nice(MAX_TICKS)
    .range([100, 0])
  const x = scaleBand<number>()
    .domain(now.map((_, day) => day))
    .range([0, 100])
    .padding(0.3)
  const middle = x.bandwidth() / 2
  const path = line<number>()
    .x((_, day) => roundToHundredths((x(day) ?? 0) + middle))
    .y((cents) => roundToHundredths(y(cents)))
  return {
    bars: now.map((cents, day) => ({
      x: roundToHundredths(x(day) ?? 0),
      y: roundToHundredths(y(cents)),
      width: roundToHundredths(x.bandwidth()),
      height: roundToHundredths(100 - y(cents)),
    })),
    line: before.some((cents) => cents > 0) ? (path([...before]) ?? '') : '',
    ticks: max > 0 ? y.ticks(MAX_TICKS).map((cents) => ({ y: roundToHundredths(y(cents)), label: label(cents) })) : [],
  }
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100
}
