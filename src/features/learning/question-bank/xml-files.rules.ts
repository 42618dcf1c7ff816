import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { readMoodle } from './moodle.rules.ts'
import {
  mergeParsedFiles,
  type ParsedFile,
  type SourcePosition,
  toSingleMistake,
  TOO_MANY_QUESTIONS,
  truncate,
} from './parsed-questions.rules.ts'
import { isSafePath, openPackage } from './qti-packages.rules.ts'
import { readItems } from './qti.rules.ts'
import { getQuizTitle, readQuiz } from './qti1.rules.ts'
import { decodeXml } from './xml-text.rules.ts'
import { findAll, getChildElements, InvalidXmlError, parseXml, type XmlElement } from './xml.rules.ts'

const MANIFEST = 'imsmanifest.xml'

/** A file of Moodle XML, or of QTI 1.2, 2, or 3. */
export function readXmlFile(bytes: Uint8Array): ParsedFile {
  const root = parseRoot(bytes, null)
  return 'questions' in root ? root : readRoot(root)
}

function readRoot(root: XmlElement): ParsedFile {
  if (root.name === 'quiz') return limitQuestions(readMoodle(root))
  if (root.name === 'questestinterop') return limitQuestions(readQuiz(root, null))
  const items = root.name === 'assessmentItem' ? [root] : findAll(root, 'assessmentItem')
  if (items.length === 0) return toSingleMistake(unsupportedKindError(root), { line: root.line })
  return limitQuestions(readItems(items, { file: null, from: 1 }))
}

function limitQuestions(read: ParsedFile): ParsedFile {
  const count = read.questions.length + read.mistakes.length
  if (count === 0) return toSingleMistake('This file has no questions. Choose another file.')
  return count > MAX_QUESTIONS_PER_EXAM ? toSingleMistake(TOO_MANY_QUESTIONS) : read
}

/** A ZIP package whose manifest names its question files, such as an export from Canvas; or a single zipped file. */
export function readPackage(bytes: Uint8Array): ParsedFile {
  const opened = openPackage(bytes)
  if ('wrong' in opened) return toSingleMistake(opened.wrong)
  const { files } = opened
  const [at] = [...files.keys()]
    .filter((name) => name.split('/').at(-1)?.toLowerCase() === MANIFEST)
    .toSorted((one, other) => one.split('/').length - other.split('/').length)
  if (at === undefined) return readWithoutManifest(files)
  const manifest = parseRoot(files.get(at) ?? new Uint8Array(), at)
  if ('questions' in manifest) return manifest
  const links = findLinks(manifest)
  if (links.length === 0)
    return toSingleMistake('This package has no questions in QTI 1.2, 2, or 3. Choose another file.', {
      file: at,
      line: manifest.line,
    })
  if (links.length > MAX_QUESTIONS_PER_EXAM) return toSingleMistake(TOO_MANY_QUESTIONS)
  return limitQuestions(readLinks(links, { files, manifest: at }))
}

function readWithoutManifest(files: ReadonlyMap<string, Uint8Array>): ParsedFile {
  const [only] = files.values()
  if (only && files.size === 1) return readXmlFile(only)
  return toSingleMistake('This isn’t a QTI package: it has no imsmanifest.xml. Choose another file.')
}

type Package = { files: ReadonlyMap<string, Uint8Array>; manifest: string }
/** `isOptional`: other files, such as pictures, may be listed the same way. */
type Link = { href: string | undefined; line: number; isOptional: boolean }

/** Links to files of questions. Some packages list these only as files of a test. */
function findLinks(manifest: XmlElement): Link[] {
  const resources = findAll(manifest, 'resource')
  const ofType = (type: RegExp) => resources.filter((resource) => type.test(resource.attributes.get('type') ?? ''))
  const named = ofType(/^imsqti_(?:item|xmlv1)/i).map((resource) => ({
    href: getHref(resource),
    line: resource.line,
    isOptional: false,
  }))
  if (named.length > 0) return named
  return ofType(/^imsqti_test/i).flatMap((test) =>
    getChildElements(test)
      .filter(({ name }) => name === 'file')
      .map((file) => ({ href: getHref(file), line: file.line, isOptional: true }))
      .filter(({ href }) => /[.]xml$/i.test(href ?? '')),
  )
}

function readLinks(links: readonly Link[], { files, manifest }: Package): ParsedFile {
  const read: ParsedFile[] = []
  let from = 1
  for (const [index, link] of links.entries()) {
    const { isOptional } = link
    const root = openLink(link, { files, manifest })
    if ('questions' in root) read.push(isOptional ? root : numberMistakes(root, from))
    else if (root.name === 'questestinterop')
      read.push(readQuiz(root, links.length > 1 ? (getQuizTitle(root) ?? `Quiz ${index + 1}`) : null))
    else if (root.name === 'assessmentItem') read.push(readItems([root], { file: link.href ?? null, from }))
    else if (!isOptional)
      read.push(toSingleMistake(unsupportedKindError(root), { file: link.href ?? null, line: root.line, number: from }))
    if (!isOptional || ('name' in root && root.name === 'assessmentItem')) from += 1
  }
  return mergeParsedFiles(read)
}

function numberMistakes({ mistakes }: ParsedFile, number: number): ParsedFile {
  return { questions: [], mistakes: mistakes.map((mistake) => ({ ...mistake, number })) }
}

function openLink({ href, line }: Link, { files, manifest }: Package): XmlElement | ParsedFile {
  const place: Partial<SourcePosition> = { file: manifest, line }
  const folder = manifest.slice(0, -MANIFEST.length)
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
  return parseRoot(content, href)
}

function getHref(element: XmlElement): string | undefined {
  const href =
    element.attributes.get('href') ??
    getChildElements(element)
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
  if ('wrong' in decoded) return toSingleMistake(decoded.wrong, { file })
  try {
    return parseXml(decoded.text.trimStart())
  } catch (error) {
    if (error instanceof InvalidXmlError) return toSingleMistake(error.message, { file, line: error.line })
    throw error
  }
}

function unsupportedKindError({ name }: XmlElement): string {
  return name === 'assessmentTest' || name === 'manifest'
    ? 'This file only lists questions in other files. Choose the whole package, a .zip file.'
    : `This XML file has no questions of Moodle or QTI: it starts with <${truncate(name)}>. Choose another file.`
}
