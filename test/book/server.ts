import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** How the server sees the host machine's loopback, through its own network. */
export const OUTSIDE = '10.0.2.2'
const NAMES = ['mail.example.com', 'storage.example.com', 'cards.example.com']
const MIRROR = 'http://deb.debian.org/debian'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export type Ran = { code: number; output: string; seconds: number }

/** A booted, empty Debian 12 with its own systemd and network, and nothing installed beyond what is listed here. */
export class Server {
  private readonly root: string
  private readonly socket: string
  private readonly network: string
  private readonly started: ChildProcess[] = []
  private leader = 0

  private readonly folder: string
  readonly name: string

  constructor(folder: string, name: string) {
    this.folder = folder
    this.name = name
    this.root = path.join(folder, name)
    this.socket = path.join(folder, `${name}.socket`)
    this.network = `book-${name}-${process.pid}`
  }

  /** `shared`: host folders mounted there, read-only unless they end with `:rw`. */
  async start(shared: Readonly<Record<string, string>>): Promise<void> {
    this.unpack()
    execFileSync('ip', ['netns', 'add', this.network])
    const ways = ['--configure', '--mtu=1400', '--netns-type=path', '--api-socket', this.socket]
    this.launch('slirp4netns', [...ways, `/run/netns/${this.network}`, 'tap0'])
    await until(() => existsSync(this.socket), 'the network')
    const binds = Object.entries(shared).map(([inside, here]) =>
      here.endsWith(':rw') ? `--bind=${here.slice(0, -3)}:${inside}` : `--bind-ro=${here}:${inside}`,
    )
    const how = ['--boot', '--register=no', '--keep-unit', '--console=pipe', '--resolv-conf=off']
    const network = `--network-namespace-path=/run/netns/${this.network}`
    const machine = this.launch('systemd-nspawn', ['-q', '-D', this.root, ...how, network, ...binds])
    await until(() => (this.leader = childOf(machine.pid ?? 0)) !== 0, 'the first process')
    await until(() => this.state() === 'running', 'systemd')
  }

  /** Runs commands as root, as a reader would, in a new shell that stops at the first error. */
  async run(commands: string): Promise<Ran> {
    const began = performance.now()
    writeFileSync(path.join(this.root, 'root/block.sh'), commands)
    const inside = ['env', '-i', `PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive']
    const shell = spawn(
      'nsenter',
      ['-t', String(this.leader), '-a', ...inside, 'bash', '-ec', 'cd /; . /root/block.sh 2>&1'],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        cwd: '/',
      },
    )
    const ended = once(shell, 'close')
    const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)])
    const [code] = (await ended) as [number | null]
    return { code: code ?? 1, output: output + errors, seconds: (performance.now() - began) / 1000 }
  }

  /** Makes a port of the server reachable at this port of the host's loopback. */
  async open(port: number, at: number): Promise<void> {
    const socket = connect(this.socket)
    socket.end(
      JSON.stringify({
        execute: 'add_hostfwd',
        arguments: { proto: 'tcp', host_addr: '127.0.0.1', host_port: at, guest_port: port },
      }),
    )
    const answer = await text(socket)
    if (answer.includes('error')) throw new Error(`Port ${port} of ${this.name}: ${answer}`)
  }

  write(file: string, content: string, { isAdded = false } = {}): void {
    const place = path.join(this.root, file)
    mkdirSync(path.dirname(place), { recursive: true })
    if (isAdded) appendFileSync(place, content)
    else writeFileSync(place, content)
  }

  copy(from: string, to: string): void {
    cpSync(from, path.join(this.root, to), { recursive: true, verbatimSymlinks: true })
  }

  link(to: string, from: string): void {
    symlinkSync(to, path.join(this.root, from))
  }

  /** Simulates the loss of the server: nothing is stopped cleanly, and the disk is gone. */
  async lose(): Promise<void> {
    if (this.leader !== 0) killed(this.leader)
    for (const child of this.started.toReversed()) {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await ended
    }
    spawnSync('ip', ['netns', 'delete', this.network])
    execFileSync('rm', ['-rf', this.root, this.socket])
  }

  private unpack(): void {
    rmSync(this.root, { recursive: true, force: true })
    const base = path.join(this.folder, 'debian-12.tar')
    if (!existsSync(base)) makeBase(this.folder, base)
    mkdirSync(this.root, { recursive: true })
    execFileSync('tar', ['-xpf', base, '-C', this.root, '--numeric-owner'])
    this.write('etc/hostname', 'academy\n')
    this.write('etc/hosts', `127.0.0.1 localhost academy.example.com\n${OUTSIDE} ${NAMES.join(' ')}\n`)
    this.write('etc/resolv.conf', 'nameserver 10.0.2.3\n')
  }

  private launch(program: string, args: string[]): ChildProcess {
    const child = spawn(program, args, { stdio: 'ignore', cwd: '/' })
    child.once('error', (error) => {
      throw new Error(
        `${program} is needed: ${error.message}. On Debian: apt-get install debootstrap systemd-container slirp4netns pebble`,
      )
    })
    this.started.push(child)
    return child
  }

  private state(): string {
    const asked = ['-t', String(this.leader), '-a', 'systemctl', 'is-system-running']
    return spawnSync('nsenter', asked, { encoding: 'utf8', cwd: '/' }).stdout.trim()
  }
}

/** Debian's minimal system plus systemd, as on any rented server. Built once, because it is always the same. */
function makeBase(folder: string, archive: string): void {
  const root = path.join(folder, 'debian-12')
  rmSync(root, { recursive: true, force: true })
  const include = '--include=systemd,systemd-sysv,dbus'
  execFileSync('debootstrap', ['--variant=minbase', include, 'bookworm', root, MIRROR], { stdio: 'ignore' })
  const sources = ['bookworm main', 'bookworm-updates main'].map((suite) => `deb ${MIRROR} ${suite}\n`).join('')
  writeFileSync(path.join(root, 'etc/apt/sources.list'), `${sources}deb ${MIRROR}-security bookworm-security main\n`)
  execFileSync('tar', ['-cpf', archive, '-C', root, '--numeric-owner', '.'])
  rmSync(root, { recursive: true, force: true })
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (isSo()) return
    await sleep(200)
  }
  throw new Error(`Waited a minute in vain for ${what}.`)
}

function childOf(pid: number): number {
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return Number(children.split('\n')[0] ?? 0)
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}
