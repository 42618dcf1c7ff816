import { escapeHtml } from '#shared/escape-html.ts'
import { tidyLine, removeInvisible } from '#shared/tidy-text.ts'
import { renderBodyHtml, renderBodyText } from './email-body.ts'
import { BREAKS, SANS, SERIF } from './email-styles.ts'
import type { MailMessage } from './mail.ts'

export type EmailContent = Pick<MailMessage, 'replyTo' | 'subject' | 'text' | 'html' | 'leave'>

/** The sender and how to contact it. Empty fields are omitted. */
export type Sender = { name: string; postalAddress: string; email: string; phone: string }

type TableLine = { label: string; value: string; isStrong?: boolean }

export type EmailTemplate = {
  site: Sender
  subject: string
  /** Whether the owner wrote the subject. It is then kept as it is, and may be longer. */
  isOwnSubject?: boolean
  /** The preview text, which email clients show next to the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  /** Formatted text after the paragraphs: HTML that was rendered from Markdown, with complete URLs. */
  body?: string
  /** The lines of a receipt, each with a label and a value. */
  table?: TableLine[]
  /** The main action. The URL is also written out for email clients that show no buttons. */
  button?: { label: string; address: string }
  afterward?: string[]
  /** The footer of optional emails, which says why the email was sent and where to unsubscribe. */
  leave?: UnsubscribeLink
}

type UnsubscribeLink = { why: string; label: string; address: string }

const PLAIN_TABLE = 'role="presentation" cellpadding="0" cellspacing="0"'
/** The style element of every email. The Content Security Policy of the studio allows it, for previews. */
export const EMAIL_STYLE = `
:root { color-scheme: light dark; }
@media (max-width: 480px) {
  .page { padding: 20px 12px !important; }
  .card { padding: 26px 20px !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background: #10192b !important; }
  .card { background: #18233a !important; border-color: #33415c !important; }
  .ink { color: #eef2f8 !important; }
  .muted { color: #aab6cb !important; }
  .rule { border-color: #33415c !important; }
  .button { background: #2d6cb0 !important; }
  .link { color: #9cc4f2 !important; }
}
`

/**
 * Renders an email in the layout that all emails of the academy share. It is readable as plain text, without styles,
 * without images, and in dark mode.
 */
export function renderEmail(contents: EmailTemplate): EmailContent {
  return {
    // Replies go to the contact address, because no one may be reading replies to the sender's address.
    ...(contents.site.email !== '' && { replyTo: contents.site.email }),
    subject: fitSubject(contents.subject, contents.isOwnSubject),
    text: removeInvisible(renderText(contents)),
    html: removeInvisible(renderHtml(contents)),
    ...(contents.leave && { leave: contents.leave.address }),
  }
}

/** The length is in characters. Email clients show no more. Put names last, because the end may be cut off. */
const MAX_SUBJECT_LENGTH = 59
const MAX_OWN_SUBJECT_LENGTH = 120

/**
 * Puts the subject on one line, because a line break would start another header. Truncates it, at the end of a word if
 * possible.
 */
export function fitSubject(subject: string, isOwn = false): string {
  const maxLength = isOwn ? MAX_OWN_SUBJECT_LENGTH : MAX_SUBJECT_LENGTH
  const tidied = tidyLine(subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
  const line = isOwn ? tidied : tidied.replace(/\.$/, '')
  const characters = [...line]
  if (characters.length <= maxLength) return line
  const start = characters.slice(0, maxLength - 1).join('')
  return `${start.replace(/\s\S{0,20}$/u, '').replace(/[\s,.:;]+$/u, '')}…`
}

/**
 * Renders the email as plain text. Each paragraph is a single line, because email clients wrap lines to their own
 * width.
 */
function renderText({
  site,
  heading,
  paragraphs,
  body,
  table = [],
  button,
  afterward = [],
  leave,
}: EmailTemplate): string {
  return [
    heading,
    ...paragraphs,
    ...(body === undefined ? [] : [renderBodyText(body)]),
    ...(table.length > 0 ? [table.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    ...afterward,
    ['-- ', site.name, ...getContactLines(site)].join('\n'),
    ...(leave ? [`${leave.why}\n${leave.label}:\n${leave.address}`] : []),
  ].join('\n\n')
}

/** Says how to reply, as part of a sentence. Replies are read only if there is a reply-to address. */
export function describeReplyTo({ email }: Pick<Sender, 'email'>): string {
  return email === '' ? 'please contact us' : 'please reply to this email'
}

function getContactLines({ postalAddress, email, phone }: Sender): string[] {
  return [postalAddress, email, phone].filter(Boolean)
}

function renderHtml({
  site,
  subject,
  preview,
  heading,
  paragraphs,
  body,
  table = [],
  button,
  afterward = [],
  leave,
}: EmailTemplate): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>${EMAIL_STYLE}</style>
</head>
<body class="paper" style="margin:0;background:#fbfaf7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(subject)}" lang="en">
<table ${PLAIN_TABLE} class="paper" width="100%" style="background:#fbfaf7"><tr><td class="page" align="center" style="padding:32px 16px">
<!--[if mso]><table ${PLAIN_TABLE} width="560"><tr><td><![endif]-->
<table ${PLAIN_TABLE} width="100%" style="max-width:560px;table-layout:fixed;text-align:left">
<tr><td class="ink" style="${SERIF};${BREAKS};font-size:19px;line-height:28px;color:#14213d;padding:0 4px 14px">${escapeHtml(site.name)}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #d9e0ea;border-radius:12px;padding:32px 28px">
<h1 class="ink" style="${SERIF};${BREAKS};font-size:26px;line-height:34px;font-weight:bold;color:#14213d;margin:0 0 16px">${escapeHtml(heading)}</h1>
${paragraphs.map(renderParagraph).join('\n')}
${body === undefined ? '' : renderBodyHtml(body)}
${table.length > 0 ? renderTable(table) : ''}
${button ? renderButton(button) : ''}
${afterward.map(renderSmallPrint).join('\n')}
</td></tr>
<tr><td class="muted" style="${SANS};${BREAKS};font-size:13px;line-height:20px;color:#51607a;padding:16px 4px 0">${[site.name, ...getContactLines(site)].map(escapeHtml).join('<br>')}</td></tr>
${leave ? renderUnsubscribeFooter(leave) : ''}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`
}

function renderParagraph(text: string): string {
  return `<p class="ink" style="${SANS};${BREAKS};font-size:17px;line-height:28px;color:#14213d;margin:0 0 20px">${escapeHtml(text)}</p>`
}

function renderTable(table: TableLine[]): string {
  const rows = table.map(({ label, value, isStrong = false }) => {
    const line = `${SANS};${BREAKS};font-size:15px;line-height:22px;font-weight:${isStrong ? 'bold' : 'normal'};border-top:1px solid #d9e0ea;vertical-align:top`
    return `<tr><th scope="row" class="${isStrong ? 'ink' : 'muted'} rule" align="left" width="40%" style="${line};color:${isStrong ? '#14213d' : '#51607a'};padding:9px 12px 9px 0">${escapeHtml(label)}</th>
<td class="ink rule" align="right" style="${line};color:#14213d;padding:9px 0;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;border-collapse:collapse;margin:0 0 24px">${rows.join('\n')}</table>`
}

function renderSmallPrint(text: string): string {
  return `<p class="muted" style="${SANS};${BREAKS};font-size:14px;line-height:22px;color:#51607a;margin:0 0 8px">${escapeHtml(text)}</p>`
}

function renderUnsubscribeFooter({ why, label, address }: UnsubscribeLink): string {
  return `<tr><td class="muted" style="${SANS};${BREAKS};font-size:13px;line-height:20px;color:#51607a;padding:12px 4px 0">${escapeHtml(why)}<br><a class="link" href="${escapeHtml(address)}" style="display:inline-block;padding:6px 0;color:#12467f">${escapeHtml(label)}</a></td></tr>`
}

function renderButton({ label, address }: { label: string; address: string }): string {
  const href = escapeHtml(address)
  return `<table ${PLAIN_TABLE} style="margin:4px 0 20px"><tr><td class="button" style="background:#12467f;border-radius:8px">
<a href="${href}" style="display:inline-block;padding:12px 24px;${SANS};font-size:16px;line-height:24px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p class="muted" style="${SANS};font-size:14px;line-height:22px;color:#51607a;margin:0 0 20px">If the button doesn’t work, copy this link into your browser:<br><a class="link" href="${href}" style="color:#12467f;word-break:break-all">${href}</a></p>`
}
