import type { TroublesToTell } from '#features/commerce/payments/payments.public.ts'
import { counted } from '#shared/counted.ts'
import { dayOf, longDate } from '#shared/dates.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import type { AlertName, Look } from './alerts.rules.ts'

type Trouble = TroublesToTell['lost'][number]

/** More would make a line that nobody reads to its end. */
const MOST_TOLD = 20
const BY_HAND = 'write the metadata "settled" on it in the dashboard of the card provider'

/** What of payments needs the operator, by the numbers of the orders alone. */
export function paymentLooks({ lost, unsettled, refunds, disputes }: TroublesToTell, timeZone: string): Look[] {
  const opened = [
    ...(lost.length > 0
      ? [
          `opened nothing, and the buyer does not have the money back: ${listed(lost)}. Give it back (npm run academy -- refund NUMBER), which waits while a bank holds it in a dispute; where you settled it in another way, ${BY_HAND}`,
        ]
      : []),
    ...(unsettled.length > 0
      ? [
          `begun, and what the card provider says of it could not be written: ${listed(unsettled)}. The log says why; look it up in the dashboard of the card provider`,
        ]
      : []),
  ]
  return [
    look('lost_payment', [...lost, ...unsettled], { text: opened.join('. '), fine: 'each opened what it was for' }),
    look('failed_refund', refunds, {
      text: `back with you, since the buyer's bank did not take it: ${listed(refunds)}. Give it back again (npm run academy -- refund NUMBER), or pay the buyer in another way and ${BY_HAND}`,
      fine: 'none came back',
    }),
    look('open_dispute', disputes, {
      text: `the bank waits for an answer: ${listed(disputes, ({ dueAt }) => (dueAt ? ` by ${longDate(dayOf(dueAt, timeZone), COMMAND_LANGUAGE)}` : ''))}. Answer in the dashboard of the card provider, under Disputes, or accept it; unanswered it is lost`,
      fine: 'none waits for an answer',
    }),
  ]
}

function look(name: AlertName, troubles: Trouble[], { text, fine }: { text: string; fine: string }): Look {
  if (troubles.length === 0) return { name, is: 'fine', text: fine }
  const since = new Date(Math.min(...troubles.map((each) => each.since.getTime())))
  return { name, is: 'wrong', text, since, about: troubles.map(numberOf) }
}

function listed(troubles: Trouble[], more: (trouble: Trouble) => string = () => ''): string {
  const told = troubles.slice(0, MOST_TOLD).map((each) => `${numberOf(each)}${more(each)}`)
  const rest = troubles.length - told.length
  return [...told, ...(rest > 0 ? [`and ${counted(rest, 'other')}`] : [])].join(', ')
}

/** What `refund` takes. */
function numberOf({ orderNumber, intentId }: Trouble): string {
  return orderNumber ?? intentId
}
