import type { Academy } from './academy.ts'

/** What whoever starts it by hand wants to know. */
export function welcome({ deps: { config, cards } }: Academy, loaded: string | undefined): void {
  console.log(`
${loaded ?? 'The academy is open.'}

  Open     ${config.publicUrl}
  Mail     ${config.smtpUrl ? 'goes out through SMTP_URL' : `${config.publicUrl}/dev/mail   (nothing leaves this machine)`}

  Accounts demo      demo-learner-2026    owns a course and a document
           newcomer  demo-newcomer-2026   owns nothing yet
           staff     demo-staff-2026

${cards.provider === 'stand-in' ? STAND_IN_CARDS : '  Cards    go to the card provider with the keys you set.'}

Stop with Ctrl+C.`)
}

const STAND_IN_CARDS = `  Cards    4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined,
           4000 0000 0000 9995 lacks funds, 4000 0025 0000 3155 asks for authentication
           (any later date, any three digits; no real card is ever charged)`
