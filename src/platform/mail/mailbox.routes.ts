import path from 'node:path'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { Deps } from '../deps.ts'
import { isLocalRequest } from '../http/local-request.ts'
import { type CapturedMessage, readCapturedMail } from './captured-mail.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { headersFor } from './headers.ts'
import { contentDisposition } from '#shared/file-name.ts'

export function getMailFolder(dataDir: string): string {
  return path.join(dataDir, 'mail')
}

/**
 * The mailbox for development, newest messages first: `/dev/mail` for people and `/dev/mail.json` for scripts. Anyone
 * who can read it can take over any account. So it is available only on this machine, unless DEV_MAIL_OPEN_TO allows
 * others.
 */
export function devMailRoutes(app: FastifyInstance, { config: { dataDir, devMailOpenTo } }: Deps): void {
  const read = () => readCapturedMail(getMailFolder(dataDir))
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    void reply.header('cache-control', 'no-store')
    done(devMailOpenTo === 'anyone' || isLocalRequest(request) ? undefined : localOnlyError())
  }
  const options = { config: { access: 'page' }, schema: { hide: true }, onRequest } as const

  app.get('/dev/mail.json', options, async () =>
    (await read()).map((message) => ({
      ...message,
      attachments: message.attachments.map((_, index) => describeAttachment(message, index)),
    })),
  )

  app.get('/dev/mail', options, async (_request, reply) => {
    const messages = await read()
    return reply
      .type('text/html')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'")
      .send(renderMailbox(messages))
  })

  app.get<{ Params: { id: string } }>('/dev/mail/:id', options, async (request, reply) => {
    const message = (await read()).find(({ id }) => id === request.params.id)
    if (!message) throw new AppError('not_found', 'Email not found.')
    // The email is shown in a frame of our own page, where it can only open its links in a new tab.
    return reply
      .type('text/html')
      .header('x-frame-options', 'SAMEORIGIN')
      .header(
        'content-security-policy',
        "default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
      )
      .send(message.html.replace('<head>', '<head><base target="_top">'))
  })

  app.get<{ Params: { id: string; index: string } }>('/dev/mail/:id/:index', options, async (request, reply) => {
    const message = (await read()).find(({ id }) => id === request.params.id)
    const attachment = message?.attachments[Number(request.params.index)]
    if (!attachment) throw new AppError('not_found', 'Attachment not found.')
    return reply
      .type(attachment.contentType)
      .header('content-disposition', contentDisposition('inline', attachment.filename))
      .send(Buffer.from(attachment.content, 'base64'))
  })
}

function localOnlyError(): AppError {
  return new AppError(
    'forbidden',
    'Captured email can be read only on the machine that runs the academy, at localhost or 127.0.0.1, without a proxy. DEV_MAIL_OPEN_TO=anyone opens it, and with it every account, to anyone who can reach the port.',
  )
}

function describeAttachment({ id, attachments }: CapturedMessage, index: number) {
  const { filename = '', contentType = '', content = '' } = attachments[index] ?? {}
  return { filename, contentType, size: Buffer.from(content, 'base64').length, url: `/dev/mail/${id}/${index}` }
}

/** Formats the headers as mail servers receive them. */
function formatHeaders({ leave }: CapturedMessage): string {
  const lines = Object.entries(headersFor({ leave })).map(([name, value]) => escapeHtml(`${name}: ${value}`))
  return `<pre class="headers">${lines.join('\n')}</pre>`
}

function renderMailbox(messages: CapturedMessage[]): string {
  const items = messages.map((message) => {
    const links = message.attachments.map((_, index) => {
      const { filename, size, url } = describeAttachment(message, index)
      return `<a href="${url}">${escapeHtml(filename)} (${Math.ceil(size / 1024)} KB)</a>`
    })
    return `<article><h2>${escapeHtml(message.subject)}</h2><p>To ${escapeHtml(message.to)}, ${message.sentAt}</p>
<p>${links.join(' ')}</p>${formatHeaders(message)}<iframe src="/dev/mail/${message.id}" title="${escapeHtml(message.subject)}"></iframe>
<details><summary>As plain text</summary><pre>${escapeHtml(message.text)}</pre></details></article>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Captured email</title>
<style>body{font:17px/1.6 system-ui;margin:2rem auto;max-width:45rem;padding:0 1rem;color:#14213d;background:#fbfaf7}
iframe{width:100%;height:28rem;border:1px solid #c9d1de;border-radius:12px;background:#fff}article{margin-block:2.5rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}.headers{font-size:13px}</style>
<h1>Captured email</h1><p>No email leaves this machine. Every message is kept here, newest first.</p>
${items.join('\n') || '<p>No emails yet.</p>'}</html>`
}
