import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { onTestFinished } from 'vitest'

const USER = 'bounces'
const PASSWORD = 'secret'

/** Started as root, Dovecot reads mail as another user; otherwise everything runs as this user. */
function findUsers() {
  if (process.getuid?.() === 0) return { internal: 'dovecot', login: 'dovenull', mail: 'nobody', chroot: '' }
  const own = execFileSync('id', ['-un']).toString().trim()
  return { internal: own, login: own, mail: own, chroot: 'chroot =' }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => void server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts Dovecot, a real IMAP server, with an empty mailbox. */
export async function startImapServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'imap-'))
  const port = await findFreePort()
  const { internal, login, mail, chroot } = findUsers()
  mkdirSync(path.join(folder, 'mail'))
  const group = execFileSync('id', ['-gn', mail]).toString().trim()
  const internalGroup = execFileSync('id', ['-gn', internal]).toString().trim()
  writeFileSync(
    path.join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = ${internal}
default_internal_group = ${internalGroup}
default_login_user = ${login}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${mail} gid=${group} home=${folder}
}
service anvil {
  ${chroot}
}
service imap-login {
  ${chroot}
  inet_listener imap {
    port = ${port}
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`,
  )
  execFileSync('chmod', ['-R', 'a+rX', folder])
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${mail}:${group}`, path.join(folder, 'mail')])
  const server = spawn('dovecot', ['-F', '-c', path.join(folder, 'dovecot.conf')], { stdio: 'inherit' })
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  async function run<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const auth = { user: USER, pass: PASSWORD }
    const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth, logger: false })
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.logout()
    }
  }
  for (let tries = 50; tries > 0; tries -= 1) {
    try {
      await run(() => Promise.resolve())
      break
    } catch (error) {
      if (tries === 1) throw error
      await sleep(100)
    }
  }
  const inFolder = <Result>(name: string, work: (client: ImapFlow) => Promise<Result>) =>
    run(async (client) => {
      await client.mailboxOpen(name)
      return work(client)
    })
  return {
    port,
    user: USER,
    password: PASSWORD,
    url: (name = 'INBOX') => `imap://${USER}:${PASSWORD}@127.0.0.1:${port}/${name}`,
    stop,
    deliver: (message: string, name = 'INBOX') => run((client) => client.append(name, message)),
    deliverAll: (messages: string[]) =>
      run(async (client) => {
        for (const message of messages) await client.append('INBOX', message)
      }),
    /** Whether each message is marked as seen, in their order. */
    seen: (name = 'INBOX') =>
      inFolder(name, async (client) =>
        (await client.fetchAll('1:*', { flags: true })).map(({ flags }) => flags?.has(String.raw`\Seen`) ?? false),
      ),
    create: (name: string) => run((client) => client.mailboxCreate(name)),
    /** Deletes a folder and creates it again, so that its messages are numbered anew. */
    recreate: (name: string) =>
      run(async (client) => {
        await client.mailboxDelete(name)
        await client.mailboxCreate(name)
      }),
  }
}
