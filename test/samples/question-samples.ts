import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'

const FOLDER = path.resolve(import.meta.dirname, 'questions')

/** A file of questions in a published format. */
export function questionSample(
  name:
    | 'canvas-classic.xml'
    | 'canvas-new-quiz.xml'
    | 'examination.csv'
    | 'examination.gift'
    | 'item-2.1.xml'
    | 'item-3.xml'
    | 'moodle.xml',
): Uint8Array {
  return readFileSync(path.join(FOLDER, name))
}

/** A QTI package with these files, in this order, as its questions. */
export function questionPackage(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipOf({ 'imsmanifest.xml': manifestOf(Object.keys(files)), ...files })
}

/** Quizzes of Canvas, packaged as Canvas exports them: its resources have no href, and also list their settings. */
export function canvasPackage(quizzes: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const resources = Object.keys(quizzes).map(
    (id) => `    <resource identifier="${id}" type="imsqti_xmlv1p2">
      <file href="${id}/${id}.xml"/>
      <dependency identifierref="${id}-meta"/>
    </resource>
    <resource identifier="${id}-meta" type="associatedcontent/imscc_xmlv1p1/learning-application-resource" href="${id}/assessment_meta.xml">
      <file href="${id}/assessment_meta.xml"/>
    </resource>`,
  )
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="gabd5" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1" xmlns:imsmd="http://www.imsglobal.org/xsd/imsmd_v1p2">
  <metadata>
    <schema>IMS Content</schema>
    <imsmd:lom><imsmd:general><imsmd:title><imsmd:string>QTI Quiz Export</imsmd:string></imsmd:title></imsmd:general></imsmd:lom>
  </metadata>
  <organizations/>
  <resources>
${resources.join('\n')}
  </resources>
</manifest>`
  const files = Object.entries(quizzes).flatMap(([id, quiz]) => [
    [`${id}/${id}.xml`, quiz],
    [
      `${id}/assessment_meta.xml`,
      '<quiz xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>Week 1</title></quiz>',
    ],
  ])
  return zipOf({ 'imsmanifest.xml': manifest, ...Object.fromEntries(files) })
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
