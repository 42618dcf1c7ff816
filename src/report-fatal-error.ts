import { existsSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { describeDatabaseError } from '#db/describe-database-error.ts'
import { getErrorChain } from '#db/database-errors.ts'
import { type FilesLocation, parseFilesUrl } from '#platform/files/files-location.ts'
import { toOperatorError } from '#platform/files/s3-errors.ts'
import { AppError } from '#shared/app-error.ts'
import { OperatorError } from '#shared/operator-error.ts'
import { printError, UsageError } from './cli/command.ts'

/** What the operator configured or passed as an argument: the database, folders and files, the bucket. */
type ConfiguredResources = { databaseUrl: string | undefined; places: string[]; bucket: Bucket | undefined }
type Bucket = Extract<FilesLocation, { kind: 's3' }>

const BUG_MESSAGE =
  'This is a bug in the program, not in your input or settings. Please report it to the developers with these lines, after removing names and passwords:'

type FatalErrorContext = { environment: NodeJS.ProcessEnv; typed: readonly string[]; heading?: string }

/**
 * Prints on stderr what ended the program, and returns the exit code: 2 for invalid arguments, 1 for everything else.
 * For an operator error, prints only its message. `typed` are the arguments after the program's name.
 */
export function reportFatalError(error: unknown, { environment, typed, heading }: FatalErrorContext): 1 | 2 {
  const words = describeOperatorError(error, findConfiguredResources(environment, typed))
  if (words === undefined) printError(`${BUG_MESSAGE}\n${inspect(error)}`)
  else printError(heading === undefined ? words : `${heading}\n${words}`)
  return isWrongUse(error) ? 2 : 1
}

function isWrongUse(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}

/** Reads the settings even if they are invalid, because they may be the cause of the error. */
function findConfiguredResources(
  { DATABASE_URL, DATA_DIR, FILES_URL = '' }: NodeJS.ProcessEnv,
  typed: readonly string[],
): ConfiguredResources {
  let files: FilesLocation | undefined
  try {
    files = FILES_URL === '' ? undefined : parseFilesUrl(FILES_URL)
  } catch {
    // Already reported as an invalid setting.
  }
  const words = typed.map((word) => word.replace(/^--[a-z-]+=/, '').replace(/^file:(?:\/\/)?/, ''))
  const places = [DATA_DIR || './data', ...(files?.kind === 'folder' ? [files.folder] : []), ...words]
  return {
    databaseUrl: DATABASE_URL || undefined,
    places: places.filter(Boolean),
    bucket: files?.kind === 's3' ? files : undefined,
  }
}

/** What is wrong in the program's environment and what to do; undefined if the error is a bug. */
function describeOperatorError(error: unknown, named: ConfiguredResources): string | undefined {
  if (error instanceof OperatorError || error instanceof AppError || isWrongUse(error)) return error.message
  const reason = describeDatabaseError(error, named.databaseUrl)
  if (reason !== undefined) return reason
  for (const cause of getErrorChain(error)) {
    const words = cause instanceof OperatorError ? cause.message : describeSystemError(cause, named)
    if (words !== undefined) return words
  }
  return undefined
}

function describeSystemError(
  error: NodeJS.ErrnoException,
  { places, bucket }: ConfiguredResources,
): string | undefined {
  const { code = '', syscall = '' } = error
  // The error comes from the object storage library.
  if (bucket && '$metadata' in error) return describeStorageError(error, bucket)
  if (LISTEN_SYSCALLS.has(syscall)) return describePortError(error)
  const file = error.path === undefined ? undefined : path.resolve(error.path)
  if (DISK_FULL_CODES.has(code))
    return `The disk${file === undefined ? '' : ` that contains ${file}`} is full. Free up space on that disk, then try again.`
  const words = FILE_MESSAGES[code]
  if (words) return words(file ?? 'a file')
  // Any other file belongs to the program and should exist, so an error about it is a bug.
  const isNamed = file !== undefined && places.some((place) => file.startsWith(path.resolve(place)))
  return isNamed ? NAMED_FILE_MESSAGES[code]?.(file) : undefined
}

const LISTEN_SYSCALLS = new Set(['listen', 'bind', 'getaddrinfo'])
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])

/** Describes only errors of the server that is being opened; callers report errors about other URLs. */
function describePortError(error: NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }) {
  const { code, syscall, address = '', port = 0, hostname = '' } = error
  if (syscall === 'getaddrinfo')
    return `The host name ${hostname} can't be resolved (${code}). Correct the settings or this machine's DNS.`
  switch (code) {
    case 'EADDRINUSE':
      return `Another program is already listening on ${address}:${port}, perhaps another academy. Stop it, or set PORT to another number.`
    case 'EACCES':
      return `This system user can't listen on port ${port}. Set PORT to 1024 or higher, and put a proxy on the lower port (deploy/).`
    case 'EADDRNOTAVAIL':
      return `${address} is not an address of this machine. Correct HOST: use 127.0.0.1 behind a proxy, or 0.0.0.0 for all addresses.`
    default:
      return undefined
  }
}

function describeStorageError(error: Error, { bucket, endpoint, region }: Bucket): string {
  const host = endpoint === undefined ? `s3.${region}.amazonaws.com` : new URL(endpoint).host
  return `FILES_URL: ${toOperatorError(error, { bucket, host }).message}.`
}

type MessageTemplate = (file: string) => string

const permissionDenied: MessageTemplate = (file) =>
  `This system user can't use ${file}. Change its owner (chown), or run this as its owner.`

/** File errors that are never bugs. */
const FILE_MESSAGES: Readonly<Record<string, MessageTemplate>> = {
  EACCES: permissionDenied,
  EPERM: permissionDenied,
  EROFS: (file) =>
    `${file} is on a read-only file system. Use another location, or allow this one (ReadWritePaths= in systemd).`,
  EIO: (file) =>
    `The disk that contains ${file} is failing. Check the machine's log (dmesg), and make a backup on another disk.`,
  EMFILE: () =>
    "This process can't open any more files. Raise its limit (LimitNOFILE= in systemd, ulimit -n in a shell).",
  ENFILE: () =>
    "This machine can't open any more files. Stop programs that have many files open, or raise fs.file-max.",
}

const NAMED_FILE_MESSAGES: Readonly<Record<string, MessageTemplate>> = {
  ENOENT: (file) =>
    existsSync(path.dirname(file))
      ? `${file} does not exist. Correct the path.`
      : `The folder ${path.dirname(file)} does not exist. Correct the path, or create the folder.`,
  ENOTDIR: (file) => `${file} can't exist, because part of its path is a file, not a folder. Correct the path.`,
  EEXIST: (file) => `${file} is a file, but a folder is needed. Use another path.`,
  EISDIR: (file) => `${file} is a folder, but a file is needed. Use the path of a file.`,
  ENOTEMPTY: (file) => `The folder ${file} is not empty. Use another one.`,
  ELOOP: (file) => `${file} is a link that points to itself. Correct it.`,
  ENAMETOOLONG: (file) => `The name ${file} is too long for this disk. Use a shorter one.`,
}
