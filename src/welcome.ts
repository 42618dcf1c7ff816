import type { Academy } from './academy.ts'

/** What whoever starts it by hand wants to know. */
export async function welcome({ deps }: Academy, loaded: string | undefined): Promise<void> {
  const { config, cards } = deps
  // Only here: the first of many processes needs none of what loads a demo academy.
  const { openDemoAccounts } = await import('#features/demo/demo.public.ts')
  // It serves already: a database that goes away at this moment must not end it.
  const open = await openDemoAccounts(deps).catch(() => [])
  const accounts = open.map(({ username, password }) =>
    `${username.padEnd(10)}${password.padEnd(21)}${OWNED[username] ?? ''}`.trimEnd(),
  )
  // By a name of its own, or from elsewhere, captured mail is not shown.
  const mailAddress = config.devMailOpenTo === 'anyone' ? config.publicUrl : `http://127.0.0.1:${config.port}`
  console.log(`
${loaded ?? 'The academy is open.'}

  Open     ${config.publicUrl}
  Mail     ${config.smtpUrl ? 'goes out through SMTP_URL' : `${mailAddress}/dev/mail   (nothing leaves this machine)`}
${accounts.length > 0 ? `\n  Accounts ${accounts.join(`\n${' '.repeat(11)}`)}\n` : ''}
${cards.provider === 'stand-in' ? STAND_IN_CARDS : '  Cards    go to the card provider with the keys you set.'}

Stop with Ctrl+C.`)
}

const OWNED: Readonly<Record<string, string>> = {
  demo: 'owns a course and a document',
  newcomer: 'owns nothing yet',
}

const STAND_IN_CARDS = `  Cards    4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined,
           4000 0000 0000 9995 lacks funds, 4000 0025 0000 3155 asks for authentication
           (any later date, any three digits; no real card is ever charged)`
