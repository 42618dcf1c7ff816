import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A PDF as its readers get it: copied text, the screen reader's text, and metadata. */
export function readPdf(content: Buffer): Promise<{ text: string; structure: string; about: string }> {
  return asFile(content, async (file) => {
    const [text, structure, about] = await Promise.all([
      run('pdftotext', ['-layout', file, '-']),
      run('pdfinfo', ['-struct-text', file]),
      run('pdfinfo', [file]),
    ])
    return { text: text.stdout, structure: structure.stdout, about: about.stdout }
  })
}

/** The embedded file of this name. */
export function attachedTo(content: Buffer, name: string): Promise<string> {
  return asFile(content, async (file) => {
    await run('pdfdetach', ['-savefile', name, '-o', `${file}.out`, file])
    return readFile(`${file}.out`, 'utf8')
  })
}

/** What is wrong with the file structure; empty if it is valid. */
export function problemsOf(content: Buffer): Promise<string> {
  return asFile(content, async (file) => {
    try {
      const { stderr } = await run('qpdf', ['--check', file])
      return stderr
    } catch (error) {
      return String(error)
    }
  })
}

async function asFile<Result>(content: Buffer, read: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pdf-'))
  const file = path.join(folder, 'file.pdf')
  try {
    await writeFile(file, content)
    return await read(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
