import type { CatalogWatch } from '#db/catalog-watch.ts'
import type { Db } from '#db/open-database.ts'
import type { Random } from '#shared/random.ts'
import type { CardSetup } from './card-setup.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { Payments } from './payments.ts'
import type { Services } from './services/services.ts'

/** What services depend on: the database and the few connections to the outside world. */
export type Deps = {
  readonly config: Config
  readonly db: Db
  readonly isDatabaseUp: () => Promise<boolean>
  /** Without it, nothing is cached. */
  readonly catalog?: CatalogWatch
  readonly jobs: Jobs
  /** Holds the mail server and the card provider in use, which are behind `mail`, `payments`, and `cards`. */
  readonly services: Services
  readonly mail: Mail
  readonly files: Files
  readonly payments: Payments
  readonly cards: CardSetup
  readonly now: Clock
  readonly random: Random
  readonly log: Log
}

/** The part of pino that services use. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
