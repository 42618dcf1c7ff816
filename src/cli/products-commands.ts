import { changeAddress, changePrice, setOnSale } from '#features/foundation/products/products.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { parseCents, formatCentsAsDollars } from '#shared/money.ts'
import { printError, printLine, type CommandInput, type Command } from './command.ts'

const IMPORT_OVERWRITES_NOTE = 'The next import puts back what its folder says'

export const productsCommands = {
  'off-sale': {
    usage: 'off-sale PRODUCT',
    help: `Takes a product off its shelf at once; its owners keep it, and a payment that has begun can still be finished.
PRODUCT is the last part of its address. An import leaves it so, and says where its folder differs.`,
    run: (deps, typed) => changeOnSale(deps, typed, false),
  },
  'on-sale': {
    usage: 'on-sale PRODUCT',
    help: 'Puts a product back on its shelf.',
    run: (deps, typed) => changeOnSale(deps, typed, true),
  },
  price: {
    usage: 'price PRODUCT AMOUNT',
    help: `What a product costs from now on, such as 149.00; 0 makes it free. Payments that are open keep their price.
An import puts back what its folder says.`,
    async run(deps, { args: [slug, amount], by }) {
      if (!slug || !amount) return printError('price needs a product and an amount: price PRODUCT 149.00')
      const priceCents = parsePrice(amount)
      const before = await changePrice(deps, { slug, priceCents, by })
      if (before === priceCents) return printLine(`${slug} costs ${formatCentsAsDollars(priceCents)} already.`)
      return printLine(
        `${slug} costs ${formatCentsAsDollars(priceCents)} now, and cost ${formatCentsAsDollars(before)} before. Payments that are open keep their price.
${IMPORT_OVERWRITES_NOTE}: write "price: ${amount}" there too.`,
      )
    },
  },
  'change-address': {
    usage: 'change-address PRODUCT NEW',
    help: `Where a product is found from now on: NEW becomes the last part of its address. The address of before leads there, and is
never given to another product. An import of a folder with the old name still finds it; give the folder the new name when you can.`,
    async run(deps, { args: [slug, to], by }) {
      if (!slug || !to) return printError('change-address needs a product and its new name: change-address PRODUCT NEW')
      const before = await changeAddress(deps, { slug, to, by })
      if (before === to) return printLine(`${to} is its address already.`)
      return printLine(`${before} is ${to} now. Links to the old address lead to the new one.`)
    },
  },
} satisfies Readonly<Record<string, Command>>

async function changeOnSale(deps: Deps, { args: [slug], by }: CommandInput, isOnSale: boolean): Promise<number> {
  const verb = isOnSale ? 'on-sale' : 'off-sale'
  if (!slug) return printError(`${verb} needs a product: ${verb} PRODUCT`)
  const isChanged = await setOnSale(deps, { slug, isOnSale, by })
  const state = isOnSale ? 'on sale' : 'off sale'
  if (!isChanged) return printLine(`${slug} is ${state} already.`)
  const now = isOnSale ? 'It stands on its shelf again.' : 'Nobody can buy it any more; its owners keep it.'
  const line = isOnSale ? 'take "published: false" out there' : 'write "published: false" there'
  return printLine(`${slug} is ${state}. ${now}\nThe next import leaves it so; if its folder says otherwise, ${line}.`)
}

function parsePrice(amount: string): number {
  const price = parseCents(amount)
  if (price === undefined) throw new AppError('invalid', `A price is an amount such as 149 or 149.00, not '${amount}'.`)
  return price
}
