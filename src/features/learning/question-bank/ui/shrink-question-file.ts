import { MAX_FILE_BYTES } from '../question-import.contract.ts'

/** Larger files would not fit into the memory of a phone. */
const MAX_GIVEN_BYTES = 200 * 1024 * 1024
const MAX_XML_BYTES = 4 * 1024 * 1024

/**
 * Leaves out pictures and other files, which can't be used, if a file is too large to send. Moodle embeds them in its
 * XML, and Canvas adds them to its packages. Returns the file itself if that isn't possible.
 */
export async function shrinkQuestionFile(file: File): Promise<Blob> {
  if (file.size <= MAX_FILE_BYTES || file.size > MAX_GIVEN_BYTES) return file
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { strToU8, unzipSync, zipSync } = await import('fflate')
  try {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
      const isQuestions = ({ name, originalSize }: { name: string; originalSize: number }) =>
        /[.]xml$/i.test(name) && originalSize <= MAX_XML_BYTES
      return new Blob([zipSync(unzipSync(bytes, { filter: isQuestions }))])
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('<quiz') ? new Blob([zipSync({ 'quiz.xml': strToU8(removeFiles(text)) })]) : file
  } catch {
    // The server says what is wrong.
    return file
  }
}

/** Keeps the elements of embedded files without their content, and all line breaks. */
function removeFiles(xml: string): string {
  return xml.replaceAll(/(<file\b[^<>]*>)([^<]*)<\/file>/g, (_all, tag: string, content: string) => {
    return `${tag}${content.replaceAll(/[^\n]+/g, '')}</file>`
  })
}
