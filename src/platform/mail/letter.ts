import type { MailMessage } from './mail.ts'

export type Letter = Pick<MailMessage, 'subject' | 'text' | 'html'>

type TableLine = { label: string; value: string; isStrong?: boolean }

type Contents = {
  siteName: string
  subject: string
  heading: string
  paragraphs: string[]
  /** What a receipt says, in lines of two. */
  table?: TableLine[]
  /** The one thing to do; the address is also written out for readers without buttons. */
  button?: { label: string; address: string }
  afterwards?: string[]
}

const SANS = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"
const SERIF = "font-family:'Source Serif 4',Georgia,'Times New Roman',serif"

/** The common frame of the academy's mails: reads well as plain text, without styles, without images and in the dark. */
export function letter({
  siteName,
  heading,
  paragraphs,
  table = [],
  button,
  afterwards = [],
  ...contents
}: Contents): Letter {
  const text = [
    heading,
    ...paragraphs,
    ...(table.length > 0 ? [table.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    ...afterwards,
    `-- \n${siteName}`,
  ].join('\n\n')

  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(contents.subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #10192b !important; }
  .card { background: #18233a !important; border-color: #33415c !important; }
  .ink { color: #eef2f8 !important; }
  .muted { color: #aab6cb !important; }
  .rule { border-color: #33415c !important; }
  .button { background: #2d6cb0 !important; }
  .link { color: #9cc4f2 !important; }
}
</style>
</head>
<body class="paper" style="margin:0;background:#fbfaf7">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#fbfaf7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="${SERIF};font-size:20px;line-height:28px;font-weight:600;color:#14213d;padding:0 4px 16px">${escaped(siteName)}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #d9e0ea;border-radius:12px;padding:32px 28px">
<h1 class="ink" style="${SERIF};font-size:26px;line-height:34px;font-weight:600;color:#14213d;margin:0 0 16px">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${table.length > 0 ? lines(table) : ''}
${button ? action(button) : ''}
${afterwards.map(smallPrint).join('\n')}
</td></tr>
<tr><td class="muted" style="${SANS};font-size:13px;line-height:20px;color:#51607a;padding:16px 4px 0">${escaped(siteName)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  // One line whatever the settings hold: a line break would begin another header.
  return { subject: contents.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), text, html }
}

function paragraph(text: string): string {
  return `<p class="ink" style="${SANS};font-size:17px;line-height:28px;color:#14213d;margin:0 0 20px">${escaped(text)}</p>`
}

function lines(table: TableLine[]): string {
  const rows = table.map(({ label, value, isStrong = false }) => {
    const line = `${SANS};font-size:15px;line-height:22px;border-top:1px solid #d9e0ea;vertical-align:top`
    const look = isStrong ? 'font-weight:600;color:#14213d' : 'color:#14213d'
    return `<tr><td class="muted rule" style="${line};color:#51607a;padding:9px 16px 9px 0">${escaped(label)}</td>
<td class="ink rule" align="right" style="${line};${look};padding:9px 0;text-align:right;font-variant-numeric:tabular-nums">${escaped(value)}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 24px">${rows.join('\n')}</table>`
}

function smallPrint(text: string): string {
  return `<p class="muted" style="${SANS};font-size:14px;line-height:22px;color:#51607a;margin:0 0 8px">${escaped(text)}</p>`
}

function action({ label, address }: { label: string; address: string }): string {
  const href = escaped(address)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 20px"><tr><td class="button" style="background:#12467f;border-radius:8px">
<a href="${href}" style="display:inline-block;padding:13px 24px;${SANS};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(label)}</a>
</td></tr></table>
<p class="muted" style="${SANS};font-size:14px;line-height:22px;color:#51607a;margin:0 0 20px">If the button does not work, open this address:<br><a class="link" href="${href}" style="color:#12467f;word-break:break-all">${href}</a></p>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
