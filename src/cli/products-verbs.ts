import { changeAddress, changePrice, setOnSale } from '#features/foundation/products/products.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { centsIn, dollarsOf } from '#shared/money.ts'
import { complain, say, type Typed, type Verb } from './verb.ts'

const IMPORTED = 'The next import puts back what its folder says'

export const productsVerbs = {
  'off-sale': {
    usage: 'off-sale PRODUCT',
    help: `Takes a product off its shelf at once; its owners keep it, and a payment that has begun can still be finished.
PRODUCT is the last part of its address. An import leaves it so, and says where its folder differs.`,
    run: (deps, typed) => sell(deps, typed, false),
  },
  'on-sale': {
    usage: 'on-sale PRODUCT',
    help: 'Puts a product back on its shelf.',
    run: (deps, typed) => sell(deps, typed, true),
  },
  price: {
    usage: 'price PRODUCT AMOUNT',
    help: `What a product costs from now on, such as 149.00; 0 makes it free. Payments that are open keep their price.
An import puts back what its folder says.`,
    async run(deps, { args: [slug, amount], by }) {
      if (!slug || !amount) return complain('price needs a product and an amount: price PRODUCT 149.00')
      const priceCents = priceIn(amount)
      const before = await changePrice(deps, { slug, priceCents, by })
      if (before === priceCents) return say(`${slug} costs ${dollarsOf(priceCents)} already.`)
      return say(
        `${slug} costs ${dollarsOf(priceCents)} now, and cost ${dollarsOf(before)} before. Payments that are open keep their price.
${IMPORTED}: write "price: ${amount}" there too.`,
      )
    },
  },
  'change-address': {
    usage: 'change-address PRODUCT NEW',
    help: `Where a product is found from now on: NEW becomes the last part of its address. The address of before leads there, and is
never given to another product. An import of a folder with the old name still finds it; give the folder the new name when you can.`,
    async run(deps, { args: [slug, to], by }) {
      if (!slug || !to) return complain('change-address needs a product and its new name: change-address PRODUCT NEW')
      const before = await changeAddress(deps, { slug, to, by })
      if (before === to) return say(`${to} is its address already.`)
      return say(`${before} is ${to} now. Links to the old address lead to the new one.`)
    },
  },
} satisfies Readonly<Record<string, Verb>>

async function sell(deps: Deps, { args: [slug], by }: Typed, isOnSale: boolean): Promise<number> {
  const verb = isOnSale ? 'on-sale' : 'off-sale'
  if (!slug) return complain(`${verb} needs a product: ${verb} PRODUCT`)
  const isChanged = await setOnSale(deps, { slug, isOnSale, by })
  const state = isOnSale ? 'on sale' : 'off sale'
  if (!isChanged) return say(`${slug} is ${state} already.`)
  const now = isOnSale ? 'It stands on its shelf again.' : 'Nobody can buy it any more; its owners keep it.'
  const line = isOnSale ? 'take "published: false" out there' : 'write "published: false" there'
  return say(`${slug} is ${state}. ${now}\nThe next import leaves it so; if its folder says otherwise, ${line}.`)
}

function priceIn(amount: string): number {
  const price = centsIn(amount)
  if (price === undefined) throw new AppError('invalid', `A price is an amount such as 149 or 149.00, not '${amount}'.`)
  return price
}
