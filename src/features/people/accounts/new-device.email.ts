import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type NewDeviceParams = {
  site: Sender
  /** The time of the login, formatted in the academy's time zone. */
  time: string
  /**
   * Where the login came from. `address` is the URL that ends the sessions from there. Undefined when that link can no
   * longer be used.
   */
  from: { device: string; network: string; address: string } | undefined
}

export function renderNewDeviceEmail({ site, time, from }: NewDeviceParams): EmailContent {
  return renderEmail({
    site,
    subject: 'New login to your account',
    preview: 'If this was you, you don’t need to do anything.',
    heading: 'New login to your account',
    paragraphs: ['We noticed a login from a new device or location. If this was you, you don’t need to do anything.'],
    table: [
      { label: 'When', value: time },
      ...(from
        ? [
            { label: 'Device', value: from.device },
            { label: 'Network', value: from.network },
          ]
        : []),
    ],
    ...(from && { button: { label: 'This wasn’t me: log out the device', address: from.address } }),
    afterward: [
      from
        ? 'The link works for 7 days after that login. It logs out that device at that location and cancels any pending email change.'
        : 'You can see where you’re logged in, and log out any device, on your account’s security page.',
      'If this wasn’t you, also change your password so that no one else can log in with it. Changing it logs you out of all other devices.',
    ],
  })
}
