import { confirmFormerAddress } from '#features/purchases/purchases.public.ts'
import { misused, say, type Verb } from './verb.ts'

export const paymentsVerbs = {
  'confirm-former-address': {
    usage: 'confirm-former-address HOST',
    help: `Confirms that this academy was at HOST before (such as old.example.com), after PUBLIC_URL has changed or a backup was restored at another address.
Payments at the card provider name the academy that opened them. Those that name HOST are settled, refunded, and numbered here from then on; until then they are left alone.
Never confirm the address of an academy that still runs: a copy would settle its payments and email its buyers.`,
    async run(deps, { args: [typed], by }) {
      if (!typed) return misused('confirm-former-address needs a host: confirm-former-address old.example.com')
      const { formerHost, currentHost, isNew } = await confirmFormerAddress(deps, { typed, by })
      return say(
        isNew
          ? `Payments that name ${formerHost} belong to this academy (${currentHost}) now. What happened to them meanwhile is read within a minute.`
          : `${formerHost} was confirmed before.`,
      )
    },
  },
} satisfies Readonly<Record<string, Verb>>
