import { MAX_REMINDER_DAYS } from '#shared/site-limits.ts'
import { durationReader } from '#shared/typed-durations.ts'

// Time limits in the settings, as they may be typed in the studio and in `site.yaml`.

export const readRefundDays = durationReader({ unit: 'days', min: 1, max: 365 })

export const readReminderDays = durationReader({ unit: 'days', min: 1, max: MAX_REMINDER_DAYS, zero: 'none' })

export const readWaitHours = durationReader({ unit: 'hours', min: 0, max: 168 })
