import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import {
  SALES_CSV_HEAD,
  formatSalesCsvLine,
  streamMonthlySales,
  type SalesRow,
  type SalesTotal,
  formatSignedDecimal,
} from '#features/commerce/orders/orders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatMonth } from '#shared/dates.ts'
import { isDay } from '#shared/iso-dates.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import { formatTableRow } from './table.ts'
import { recordCommand } from './record-command.ts'
import { printUsageError, printLine, type Command } from './command.ts'

export const salesCommands = {
  sales: {
    usage: 'sales MONTH',
    help: `Lists the sales and refunds for a month, such as 2026-10, with totals. Dates are invoice dates.
  --csv             print every row with all details, for a spreadsheet
  --json            print the same as JSON
  --to FILE         write to a new file that only you can read, because it names buyers
Using --csv, --json, or --to is recorded in the audit log.
  --test            test payments instead of live ones; totals never mix them`,
    options: { csv: { type: 'boolean' }, json: { type: 'boolean' }, test: { type: 'boolean' }, to: { type: 'string' } },
    async run(deps, { args: [month], options: { csv, json, test = false, to }, by }) {
      if (!month) return printUsageError('sales needs a month: sales 2026-10')
      if (!isDay(`${month}-01`)) return printUsageError(`sales needs a month such as 2026-10, not '${month}'.`)
      if (csv && json) return printUsageError('sales takes --csv or --json, not both.')
      const format = csv ? writeCsv : json ? writeJson : writeTable
      const write = async (out: Writable) => {
        // Logged before the first row, which can be read even if the command is killed.
        if (csv || json || to !== undefined)
          await recordCommand(deps, {
            kind: 'sales.exported',
            by,
            subject: { id: month },
            after: { isLive: !test },
          })
        await writeWithBackpressure(out, (text) => format(deps, { month, isTest: test === true }, text))
      }
      if (typeof to !== 'string') return (await write(process.stdout), 0)
      const file = createWriteStream(to, { flags: 'wx', mode: 0o600 })
      await once(file, 'open').catch((error: unknown) => {
        throw new AppError(
          'invalid',
          `${to} can't be written: ${error instanceof Error ? error.message : String(error)}. Use another path.`,
        )
      })
      await write(file)
      file.end()
      await once(file, 'close')
      return printLine(`Saved the sales for ${formatMonth(month, COMMAND_LANGUAGE)} to ${to}.`)
    },
  },
} satisfies Readonly<Record<string, Command>>

type SalesQuery = { month: string; isTest: boolean }
type Write = (text: string) => Promise<void>

/** Writes no faster than the output is read. */
function writeWithBackpressure(out: Writable, fill: (write: Write) => Promise<void>): Promise<void> {
  return fill(async (text) => {
    if (!out.write(text)) await once(out, 'drain')
  })
}

async function writeCsv(deps: Deps, wanted: SalesQuery, write: Write): Promise<void> {
  await write(SALES_CSV_HEAD)
  await streamMonthlySales(deps, wanted, (rows) => write(rows.map(formatSalesCsvLine).join('')))
}

async function writeJson(deps: Deps, wanted: SalesQuery, write: Write): Promise<void> {
  await write(`{"month":"${wanted.month}","isTest":${wanted.isTest},"rows":[`)
  let isFirst = true
  const totals = await streamMonthlySales(deps, wanted, async (rows) => {
    await write((isFirst ? '\n' : ',\n') + rows.map((row) => JSON.stringify(formatAmounts(row))).join(',\n'))
    isFirst = false
  })
  await write(`\n],"totals":${JSON.stringify(totals.map(formatAmounts))}}\n`)
}

const AMOUNTS = ['net', 'tax', 'gross', 'refunded', 'discount', 'fee'] as const

function formatAmounts(row: SalesRow | SalesTotal) {
  const amounts = Object.entries(row).flatMap(([name, value]) =>
    (AMOUNTS as readonly string[]).includes(name) && typeof value === 'number'
      ? [[name, formatSignedDecimal(value)]]
      : [],
  )
  return { ...row, ...Object.fromEntries(amounts) }
}

const COLUMNS = [
  { width: 10 },
  { width: 15 },
  { width: 30 },
  { width: 26 },
  { width: 10, isNumber: true },
  { width: 10, isNumber: true },
  { width: 10, isNumber: true },
] as const

async function writeTable(deps: Deps, wanted: SalesQuery, write: Write): Promise<void> {
  const mode = wanted.isTest ? ' (test payments)' : ''
  await write(`${formatMonth(wanted.month, COMMAND_LANGUAGE)}${mode}\n\n`)
  await write(formatLine(['Date', 'Number', 'Product', 'Buyer', 'Net', 'Tax', 'Gross']))
  const totals = await streamMonthlySales(deps, wanted, (rows) => write(rows.map(formatSalesRow).join('')))
  if (totals.length === 0)
    await write(
      deps.payments.isLive || wanted.isTest
        ? 'No sales or refunds.\n'
        : 'No live sales or refunds. The academy runs with test keys: --test shows test payments.\n',
    )
  for (const total of totals) await write(`\n${formatTotalRow(total)}`)
}

function formatSalesRow({ date, number, product, buyer, net, tax, gross }: SalesRow): string {
  return formatLine([
    date,
    number,
    product,
    buyer,
    formatSignedDecimal(net),
    formatSignedDecimal(tax),
    formatSignedDecimal(gross),
  ])
}

function formatTotalRow({ currency, sales, refunds, net, tax, gross }: SalesTotal): string {
  const what = `${currency}: ${pluralize(sales, 'sale')}, ${pluralize(refunds, 'refund')}`
  return formatLine([
    'Total',
    '',
    what,
    '',
    formatSignedDecimal(net),
    formatSignedDecimal(tax),
    formatSignedDecimal(gross),
  ])
}

function formatLine(cells: string[]): string {
  return `${formatTableRow(COLUMNS, cells)}\n`
}
