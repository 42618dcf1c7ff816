import type { Config } from '#platform/config.ts'
import type { CardSetup } from '#platform/card-setup.ts'
import { isLoopback } from '#platform/http/local-request.ts'
import type { Academy } from './academy.ts'

/**
 * Prints what you need to know after starting the academy by hand. `loaded` describes the demo academy if it was just
 * loaded.
 */
export async function printWelcome({ deps }: Academy, loaded: string | undefined): Promise<void> {
  // Imported on demand, because the primary process of several workers needs none of the code that loads a demo
  // academy.
  const { listUsableDemoAccounts } = await import('#features/back-office/demo/demo.public.ts')
  // The academy is already running, so a database failure at this point must not end it.
  const accounts = await listUsableDemoAccounts(deps).catch(() => [])
  console.log(formatWelcome({ ...deps, sendsEmail: deps.services.inUse.mailServer !== undefined, accounts, loaded }))
}

type WelcomeOptions = {
  config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'devMailOpenTo'>
  /** Whether a mail server is set up. */
  sendsEmail: boolean
  cards: CardSetup
  /** The demo accounts whose published passwords still work. */
  accounts: { username: string; password: string }[]
  loaded: string | undefined
}

export function formatWelcome({ config, cards, sendsEmail, accounts, loaded }: WelcomeOptions): string {
  const lines = accounts.map(({ username, password }) =>
    `${username.padEnd(10)}${password.padEnd(21)}${OWNER_NAMES[username] ?? ''}`.trimEnd(),
  )
  // Unless `devMailOpenTo` is 'anyone', captured email is available only on this machine, and not under a custom host
  // name.
  const mailAddress = config.devMailOpenTo === 'anyone' ? config.publicUrl : `http://127.0.0.1:${config.port}`
  return `
${loaded ?? 'The academy is running.'}

  Open     ${config.publicUrl}
  Email    ${sendsEmail ? 'sent through your mail server' : `${mailAddress}/dev/mail   (no email leaves this machine)`}
${isLoopback(config.host) ? '' : describeExposure(config, accounts.length > 0)}${lines.length > 0 ? `\n  Accounts ${lines.join(`\n${' '.repeat(11)}`)}\n` : ''}
${cards.provider === 'stand-in' ? TEST_CARDS_HELP : '  Cards    charged by Stripe with the keys you set'}

Stop with Ctrl+C.`
}

function describeExposure({ host, port }: WelcomeOptions['config'], hasAccounts: boolean): string {
  return `
  Warning  HOST=${host}: other machines can also reach port ${port}, unless a firewall blocks them.
${hasAccounts ? '           Anyone who can reach it can log in to the accounts below. ' : '           '}Without HOST, only this machine can reach it.
`
}

const OWNER_NAMES: Readonly<Record<string, string>> = {
  demo: 'has a course and a document',
  newcomer: 'has nothing yet',
}

const TEST_CARDS_HELP = `  Cards    4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined,
           4000 0000 0000 9995 has insufficient funds, 4000 0025 0000 3155 requires authentication
           (any future date, any 3-digit CVC; no real card is ever charged)`
