import { expect, test } from 'vitest'
import { printFigure } from '../harness/print-figure.ts'
import { killDuringCheckout } from './killing.ts'
import { repetitions, timeLimit } from '../harness/measure.ts'

const KILLS = repetitions({ full: 200, short: 6 })

test(
  `${KILLS} kill -9 during checkout, of the academy and its database in turn, lose and duplicate nothing`,
  async () => {
    const { server, killed, buyers, paid, lost, doubled, unpaid } = await killDuringCheckout(KILLS)
    printFigure(
      `kill -9 on ${server}: ${killed.app} of the academy, ${killed.database} of the database; ${buyers} buyers, ${paid} paid; lost ${lost}, doubled ${doubled}, granted unpaid ${unpaid}`,
    )
    expect(killed).toEqual({ app: KILLS / 2, database: KILLS / 2 })
    expect({ lost, doubled, unpaid, paid }).toEqual({ lost: 0, doubled: 0, unpaid: 0, paid: buyers })
  },
  timeLimit(300),
)
