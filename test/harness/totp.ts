import { Secret, TOTP } from 'otpauth'

/** The code that an app shows at this time for the key, with or without spaces. */
export function generateTotp(key: string, time: Date | number): string {
  const timestamp = typeof time === 'number' ? time : time.getTime()
  return TOTP.generate({ secret: Secret.fromBase32(key.replaceAll(' ', '')), timestamp })
}
