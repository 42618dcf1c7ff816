import { changeAddress, changePrice, setOnSale } from '#features/foundation/products/products.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { parseCents, formatCentsAsDollars } from '#shared/money.ts'
import { readMoney } from '#shared/typed-money.ts'
import { printError, printLine, type CommandInput, type Command } from './command.ts'

const IMPORT_OVERWRITES_NOTE = "The next import restores the price in the product's folder"

export const productsCommands = {
  'off-sale': {
    usage: 'off-sale PRODUCT',
    help: `Stops selling a product immediately. Buyers keep access, and payments in progress can still be completed.
PRODUCT is the last part of its web address. An import does not offer it for sale again, but reports that its folder differs.`,
    run: (deps, typed) => changeOnSale(deps, typed, false),
  },
  'on-sale': {
    usage: 'on-sale PRODUCT',
    help: 'Offers a product for sale again.',
    run: (deps, typed) => changeOnSale(deps, typed, true),
  },
  price: {
    usage: 'price PRODUCT AMOUNT',
    help: `Sets the price of a product, such as 149.00; 0 makes it free. Checkouts already in progress keep the old price.
An import restores the price in the product's folder.`,
    async run(deps, { args: [slug, amount], by }) {
      if (!slug || !amount) return printError('price needs a product and an amount: price PRODUCT 149.00')
      const priceCents = parsePrice(amount)
      const before = await changePrice(deps, { slug, priceCents, by })
      if (before === priceCents) return printLine(`${slug} already costs ${formatCentsAsDollars(priceCents)}.`)
      return printLine(
        `${slug} now costs ${formatCentsAsDollars(priceCents)} (previously ${formatCentsAsDollars(before)}). Checkouts already in progress keep the old price.
${IMPORT_OVERWRITES_NOTE}. To keep this price, also set "price: ${amount}" in that folder.`,
      )
    },
  },
  'change-address': {
    usage: 'change-address PRODUCT NEW',
    help: `Changes the web address of a product: NEW becomes its last part. The old address redirects to the new one and is
never reused. Imports of a folder with the old name still find it; rename the folder when you can.`,
    async run(deps, { args: [slug, to], by }) {
      if (!slug || !to)
        return printError('change-address needs a product and its new address: change-address PRODUCT NEW')
      const before = await changeAddress(deps, { slug, to, by })
      if (before === to) return printLine(`The address is already ${to}.`)
      return printLine(`${before} is now ${to}. Links to the old address redirect to the new one.`)
    },
  },
} satisfies Readonly<Record<string, Command>>

async function changeOnSale(deps: Deps, { args: [slug], by }: CommandInput, isOnSale: boolean): Promise<number> {
  const verb = isOnSale ? 'on-sale' : 'off-sale'
  if (!slug) return printError(`${verb} needs a product: ${verb} PRODUCT`)
  const isChanged = await setOnSale(deps, { slug, isOnSale, by })
  const state = isOnSale ? 'for sale' : 'not for sale'
  if (!isChanged) return printLine(`${slug} is already ${state}.`)
  const now = isOnSale ? 'It can be bought again.' : 'No one can buy it now. Buyers keep access.'
  const line = isOnSale ? 'remove "published: false" from the folder' : 'add "published: false" to the folder'
  return printLine(
    `${slug} is now ${state}. ${now}\nThe next import keeps it ${state}. If its folder differs, ${line}.`,
  )
}

function parsePrice(amount: string): number {
  const reading = readMoney(amount)
  if ('reason' in reading) throw new AppError('invalid', `A price ${reading.reason}. It was '${amount}'.`)
  return parseCents(reading.text) ?? 0
}
