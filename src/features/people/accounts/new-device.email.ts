import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type NewDeviceParams = {
  site: Sender
  /** Formatted in the academy's time zone. */
  time: string
  /** `address` is the link that ends those sessions; undefined when it is too late for one. */
  from: { device: string; network: string; address: string } | undefined
}

export function renderNewDeviceEmail({ site, time, from }: NewDeviceParams): EmailContent {
  return renderEmail({
    site,
    subject: `New login to your account at ${site.name}`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'A login from a new place or device',
    paragraphs: [
      'Somebody logged in to your account from where, or with a device with which, nobody did before. If it was you, there is nothing to do.',
    ],
    table: [
      { label: 'When', value: time },
      ...(from
        ? [
            { label: 'Device', value: from.device },
            { label: 'Network', value: from.network },
          ]
        : []),
    ],
    ...(from && { button: { label: 'It was not me: log it out', address: from.address } }),
    afterwards: [
      from
        ? 'The link works for 7 days after that login. It ends every session from there with that device, and a wish for another email, if there is one.'
        : 'This mail comes too late for a link that logs it out. Your account page shows where you are logged in, and ends it.',
      'If it was not you, please choose a new password, too: until then whoever it was can log in again. It logs you out on all your devices.',
    ],
  })
}
