import { isSafe, openPackage } from './qti-package.rules.ts'
import { readItem } from './qti.rules.ts'
import { xmlTextOf } from './xml-text.rules.ts'
import { MOST_QUESTIONS, onlyMistake, type Place, told, TOO_MANY, type Written } from './parsed-question.rules.ts'
import { type Element, elementsIn, findAll, readXml, WrongXml } from './xml.rules.ts'

const MANIFEST = 'imsmanifest.xml'

/** One file of XML that holds one question, or several. */
export function readQtiXml(bytes: Uint8Array): Written {
  const root = rootOf(bytes, null)
  if ('questions' in root) return root
  const items = root.name === 'assessmentItem' ? [root] : findAll(root, 'assessmentItem')
  if (items.length === 0) return onlyMistake(otherKind(root), { file: null, line: root.line })
  return written(items, null)
}

/** A package: a ZIP with a manifest that names the questions, each of which is a file. */
export function readQtiPackage(bytes: Uint8Array): Written {
  const opened = openPackage(bytes)
  if ('wrong' in opened) return onlyMistake(opened.wrong)
  const { files } = opened
  const [at] = [...files.keys()]
    .filter((name) => name.split('/').at(-1)?.toLowerCase() === MANIFEST)
    .toSorted((one, other) => one.split('/').length - other.split('/').length)
  if (at === undefined)
    return onlyMistake(
      files.has('[Content_Types].xml')
        ? 'This is a workbook or a document: save the table as CSV and choose that file.'
        : 'This is no QTI package: it holds no imsmanifest.xml.',
    )
  const manifest = rootOf(files.get(at) ?? new Uint8Array(), at)
  if ('questions' in manifest) return manifest
  const resources = findAll(manifest, 'resource')
  const hrefs = resources.filter((resource) => /^imsqti_item/i.test(resource.attributes.get('type') ?? ''))
  if (hrefs.length === 0) return onlyMistake(packageOfOtherKind(resources), { file: at, line: manifest.line })
  if (hrefs.length > MOST_QUESTIONS) return onlyMistake(TOO_MANY)
  return hrefs
    .map((resource) => readResource(resource, { files, manifest: at }))
    .reduce(together, { questions: [], mistakes: [] })
}

function readResource(
  resource: Element,
  { files, manifest }: { files: Map<string, Uint8Array>; manifest: string },
): Written {
  const place: Place = { file: manifest, line: resource.line }
  const folder = manifest.slice(0, -MANIFEST.length)
  const href = hrefOf(resource)
  if (href === undefined || !isSafe(href))
    return onlyMistake(`The address “${told(href ?? '')}” leads out of the package.`, place)
  const content = files.get(folder + href)
  if (!content) return onlyMistake(`The package names “${told(href)}”, which is not in it.`, place)
  const root = rootOf(content, href)
  if ('questions' in root) return root
  if (root.name !== 'assessmentItem') return onlyMistake(otherKind(root), { file: href, line: root.line })
  return written([root], href)
}

function hrefOf(resource: Element): string | undefined {
  const href =
    resource.attributes.get('href') ??
    elementsIn(resource)
      .find(({ name }) => name === 'file')
      ?.attributes.get('href')
  try {
    return href === undefined ? undefined : decodeURIComponent(href).replace(/^[.][/]/, '')
  } catch {
    return href
  }
}

function rootOf(bytes: Uint8Array, file: string | null): Element | Written {
  const decoded = xmlTextOf(bytes)
  if ('wrong' in decoded) return onlyMistake(decoded.wrong, { file, line: null })
  try {
    return readXml(decoded.text.trimStart())
  } catch (error) {
    if (error instanceof WrongXml) return onlyMistake(error.message, { file, line: error.line })
    throw error
  }
}

function written(items: readonly Element[], file: string | null): Written {
  if (items.length > MOST_QUESTIONS) return onlyMistake(TOO_MANY)
  return items
    .map((item): Written => {
      const read = readItem(item, file)
      if ('question' in read) return { questions: [read.question], mistakes: [] }
      return { questions: [], mistakes: read.wrong.map((wrong) => ({ file, ...wrong })) }
    })
    .reduce(together, { questions: [], mistakes: [] })
}

function together(all: Written, one: Written): Written {
  all.questions.push(...one.questions)
  all.mistakes.push(...one.mistakes)
  return all
}

function otherKind({ name }: Element): string {
  switch (name) {
    case 'questestinterop':
      return 'This is QTI 1.2: only QTI 2.1 and 3 can be imported. Most programs that write it can write one of these, or GIFT.'
    case 'quiz':
      return 'This is the XML of Moodle: export the questions in GIFT format and choose that file.'
    case 'assessmentTest':
    case 'manifest':
      return 'This file only names questions, which lie in other files: choose the whole package, a file that ends in .zip.'
    default:
      return `This file of XML holds no questions of QTI: it begins with <${told(name)}>.`
  }
}

function packageOfOtherKind(resources: readonly Element[]): string {
  const isOld = resources.some((resource) =>
    /qti_xmlv1p2|imsqti_xmlv1|assessment/i.test(resource.attributes.get('type') ?? ''),
  )
  return isOld
    ? 'This is a package of QTI 1.2: only QTI 2.1 and 3 can be imported. Most programs that write it can write one of these, or GIFT.'
    : 'This package names no questions of QTI 2.1 or 3.'
}
