import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A PDF as its readers have it: what is copied from it, what a screen reader is told, and what it says about itself. */
export async function readPdf(content: Buffer): Promise<{ text: string; structure: string; about: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pdf-'))
  const file = path.join(folder, 'file.pdf')
  try {
    await writeFile(file, content)
    const [text, structure, about] = await Promise.all([
      run('pdftotext', ['-layout', file, '-']),
      run('pdfinfo', ['-struct-text', file]),
      run('pdfinfo', [file]),
    ])
    return { text: text.stdout, structure: structure.stdout, about: about.stdout }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
