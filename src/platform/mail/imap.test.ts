import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { loadAllLazy } from '../lazy.ts'
import { openMailbox } from './imap.ts'

const LINE = `* OK ${'x'.repeat(900)}\r\n`
const LIMIT_MS = 20_000

/** Answers commands until the client searches, and then sends without end. */
function flood(socket: Socket): void {
  const sendMore = () => {
    while (!socket.destroyed && socket.write(LINE.repeat(100)));
    socket.once('drain', sendMore)
  }
  socket.on('error', () => {})
  socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] Hello\r\n')
  socket.on('data', (data) => {
    const [tag, command = ''] = data.toString().trim().toUpperCase().split(' ')
    if (command === 'UID') return sendMore()
    if (command === 'LIST' || command === 'LSUB') socket.write(String.raw`* LIST () "/" INBOX` + '\r\n')
    if (command === 'SELECT') socket.write('* 5 EXISTS\r\n* OK [UIDVALIDITY 1] Hello\r\n')
    socket.write(`${tag} OK Done\r\n`)
  })
}

test('closes the connection to a server that never stops sending', async () => {
  await loadAllLazy()
  const server = createServer(flood).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailbox = {
    user: 'user',
    password: 'password',
    folder: 'INBOX',
    security: 'none',
    isPublicOnly: false,
  } as const
  const opened = openMailbox({ ...mailbox, host: '127.0.0.1', port }, LIMIT_MS, (connection) =>
    connection.search({ uid: '1:*' }, { uid: true }),
  )
  await expect(opened).rejects.toMatchObject({ failure: 'other' })
}, 40_000)
