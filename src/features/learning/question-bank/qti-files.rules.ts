import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { isSafePath, openPackage } from './qti-packages.rules.ts'
import { readItem } from './qti.rules.ts'
import { decodeXml } from './xml-text.rules.ts'
import {
  toSingleMistake,
  type SourcePosition,
  truncate,
  TOO_MANY_QUESTIONS,
  type ParsedFile,
} from './parsed-questions.rules.ts'
import { type XmlElement, getChildElements, findAll, parseXml, InvalidXmlError } from './xml.rules.ts'

const MANIFEST = 'imsmanifest.xml'

export function readQtiXml(bytes: Uint8Array): ParsedFile {
  const root = parseRoot(bytes, null)
  if ('questions' in root) return root
  const items = root.name === 'assessmentItem' ? [root] : findAll(root, 'assessmentItem')
  if (items.length === 0) return toSingleMistake(unsupportedKindError(root), { file: null, line: root.line })
  return toParsedFile(items, null)
}

/** A ZIP package whose manifest names its question files. */
export function readQtiPackage(bytes: Uint8Array): ParsedFile {
  const opened = openPackage(bytes)
  if ('wrong' in opened) return toSingleMistake(opened.wrong)
  const { files } = opened
  const [at] = [...files.keys()]
    .filter((name) => name.split('/').at(-1)?.toLowerCase() === MANIFEST)
    .toSorted((one, other) => one.split('/').length - other.split('/').length)
  if (at === undefined)
    return toSingleMistake(
      files.has('[Content_Types].xml')
        ? 'This is a workbook or a document. Save the table as CSV and choose that file.'
        : 'This isn’t a QTI package: it has no imsmanifest.xml. Choose another file.',
    )
  const manifest = parseRoot(files.get(at) ?? new Uint8Array(), at)
  if ('questions' in manifest) return manifest
  const resources = findAll(manifest, 'resource')
  const hrefs = resources.filter((resource) => /^imsqti_item/i.test(resource.attributes.get('type') ?? ''))
  if (hrefs.length === 0) return toSingleMistake(unsupportedPackageError(resources), { file: at, line: manifest.line })
  if (hrefs.length > MAX_QUESTIONS_PER_EXAM) return toSingleMistake(TOO_MANY_QUESTIONS)
  return hrefs
    .map((resource) => readResource(resource, { files, manifest: at }))
    .reduce(mergeParsedFiles, { questions: [], mistakes: [] })
}

function readResource(
  resource: XmlElement,
  { files, manifest }: { files: Map<string, Uint8Array>; manifest: string },
): ParsedFile {
  const place: SourcePosition = { file: manifest, line: resource.line }
  const folder = manifest.slice(0, -MANIFEST.length)
  const href = getHref(resource)
  if (href === undefined || !isSafePath(href))
    return toSingleMistake(
      `The manifest links to “${truncate(href ?? '')},” which is outside the package. Export it again.`,
      place,
    )
  const content = files.get(folder + href)
  if (!content)
    return toSingleMistake(
      `The manifest links to “${truncate(href)},” which isn’t in the package. Export it again.`,
      place,
    )
  const root = parseRoot(content, href)
  if ('questions' in root) return root
  if (root.name !== 'assessmentItem')
    return toSingleMistake(unsupportedKindError(root), { file: href, line: root.line })
  return toParsedFile([root], href)
}

function getHref(resource: XmlElement): string | undefined {
  const href =
    resource.attributes.get('href') ??
    getChildElements(resource)
      .find(({ name }) => name === 'file')
      ?.attributes.get('href')
  try {
    return href === undefined ? undefined : decodeURIComponent(href).replace(/^[.][/]/, '')
  } catch {
    return href
  }
}

function parseRoot(bytes: Uint8Array, file: string | null): XmlElement | ParsedFile {
  const decoded = decodeXml(bytes)
  if ('wrong' in decoded) return toSingleMistake(decoded.wrong, { file, line: null })
  try {
    return parseXml(decoded.text.trimStart())
  } catch (error) {
    if (error instanceof InvalidXmlError) return toSingleMistake(error.message, { file, line: error.line })
    throw error
  }
}

function toParsedFile(items: readonly XmlElement[], file: string | null): ParsedFile {
  if (items.length > MAX_QUESTIONS_PER_EXAM) return toSingleMistake(TOO_MANY_QUESTIONS)
  return items
    .map((item): ParsedFile => {
      const read = readItem(item, file)
      if ('question' in read) return { questions: [read.question], mistakes: [] }
      return { questions: [], mistakes: read.wrong.map((wrong) => ({ file, ...wrong })) }
    })
    .reduce(mergeParsedFiles, { questions: [], mistakes: [] })
}

function mergeParsedFiles(all: ParsedFile, one: ParsedFile): ParsedFile {
  all.questions.push(...one.questions)
  all.mistakes.push(...one.mistakes)
  return all
}

function unsupportedKindError({ name }: XmlElement): string {
  switch (name) {
    case 'questestinterop':
      return 'This is QTI 1.2. Only QTI 2.1 and 3 can be imported. Most programs can also export one of these, or GIFT.'
    case 'quiz':
      return 'This is Moodle XML. Export the questions in GIFT format and choose that file.'
    case 'assessmentTest':
    case 'manifest':
      return 'This file only lists questions in other files. Choose the whole package, a .zip file.'
    default:
      return `This XML file has no QTI questions: it starts with <${truncate(name)}>. Choose another file.`
  }
}

function unsupportedPackageError(resources: readonly XmlElement[]): string {
  const isOld = resources.some((resource) =>
    /qti_xmlv1p2|imsqti_xmlv1|assessment/i.test(resource.attributes.get('type') ?? ''),
  )
  return isOld
    ? 'This is a QTI 1.2 package. Only QTI 2.1 and 3 can be imported. Most programs can also export one of these, or GIFT.'
    : 'This package has no QTI 2.1 or 3 questions. Choose another file.'
}
