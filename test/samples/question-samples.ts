import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'

const FOLDER = path.resolve(import.meta.dirname, 'questions')

/** A file of questions in a published format. */
export function questionSample(
  name: 'examination.csv' | 'examination.gift' | 'item-2.1.xml' | 'item-3.xml',
): Uint8Array {
  return readFileSync(path.join(FOLDER, name))
}

/** A QTI package with these files, in this order, as its questions. */
export function questionPackage(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipOf({ 'imsmanifest.xml': manifestOf(Object.keys(files)), ...files })
}

export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text])
  return zipSync(Object.fromEntries(entries))
}

export function manifestOf(hrefs: readonly string[], type = 'imsqti_item_xmlv2p1'): string {
  const resources = hrefs.map(
    (href, index) => `<resource identifier="r${index}" type="${type}" href="${href}"><file href="${href}"/></resource>`,
  )
  return `<?xml version="1.0"?>\n<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="m">\n<organizations/><resources>\n${resources.join('\n')}\n</resources></manifest>`
}
