import { strToU8, zipSync } from 'fflate'

// Files that contain the canary, a unique name, in every place that people who open the file never see.

export const CANARY = 'Quagmire'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (targets: Record<string, string>) =>
  `<Relationships>${Object.entries(targets)
    .map(([type, target]) => `<Relationship Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** An Office file with the canary in its properties; `parts` are added after the main one. */
export function office(main: string, content: string, parts: Record<string, string> = {}): Uint8Array {
  const files = {
    mimetype: 'odd',
    'docProps/core.xml': `<cp:coreProperties><dc:creator>${CANARY}</dc:creator></cp:coreProperties>`,
    '_rels/.rels': relations({ 'metadata/core-properties': 'docProps/core.xml', officeDocument: `/${main}` }),
    [main]: `<?xml version="1.0"?>${content}`,
    ...parts,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
const field = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>${run(CANARY)}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

export const word = office(
  'word/document2.xml',
  `<w:document xmlns:w="x"><w:body>
    <w:p><w:del>${run(CANARY)}<w:r><w:delText>${CANARY}</w:delText></w:r></w:del><w:ins>${run('The patient')}</w:ins>${run(' was stable', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')}.</w:p>
    <w:p><w:moveFrom>${run(CANARY)}</w:moveFrom>${run(CANARY, '<w:vanish/>')}${run(CANARY, '<w:rStyle w:val="Secret"/>')}${run('Seen', '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>')}</w:p>
    <w:p><w:pPr><w:pStyle w:val="SecretParagraph"/></w:pPr>${run(CANARY)}</w:p>
    <w:p>${field(`HYPERLINK "https://${CANARY}"`, 'the form')}</w:p>
    <w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p>${run(CANARY)}</w:p></w:tc></w:tr></w:tbl>
    <w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p>${run('A box')}</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p>${run(CANARY)}</w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>
    <w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText> SET patient "x" </w:instrText><w:fldChar w:fldCharType="separate"/></w:r>${run(CANARY)}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
    <w:p><w:r><w:drawing><wp:inline><wp:docPr hidden="1"/><w:txbxContent><w:p>${run(CANARY)}</w:p></w:txbxContent></wp:inline></w:drawing></w:r></w:p>
    <w:p><w:r><w:pict><v:shape style="width:9pt;visibility:hidden"><w:txbxContent><w:p>${run(CANARY)}</w:p></w:txbxContent></v:shape></w:pict></w:r></w:p>
    <w:p><w:r><w:commentReference/></w:r>${run('Fees &amp; hours &lt;due&gt;')}</w:p>
  </w:body></w:document>`,
  {
    'word/_rels/document2.xml.rels': relations({
      styles: 'styles.xml',
      comments: 'comments.xml',
      header: 'header1.xml',
    }),
    'word/styles.xml': `<w:styles><w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="SecretParagraph"><w:basedOn w:val="Base"/></w:style><w:style w:type="paragraph" w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`,
    'word/comments.xml': `<w:comments><w:comment><w:p>${run(CANARY)}</w:p></w:comment></w:comments>`,
    'word/header1.xml': `<w:hdr><w:p>${run(CANARY)}</w:p></w:hdr>`,
  },
)
export const excel = office(
  'xl/workbook.xml',
  `<workbook><sheets><sheet name="${CANARY}" state="hidden"/></sheets></workbook>`,
  {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row hidden="1"/></sheetData></worksheet>`,
    'xl/comments1.xml': `<comments><comment><t>${CANARY}</t></comment></comments>`,
  },
)
export const powerPoint = office('ppt/presentation.xml', '<p:presentation/>', {
  'ppt/slides/slide1.xml': `<p:sld show="0">${CANARY}</p:sld>`,
  'ppt/notesSlides/notesSlide1.xml': `<p:notes>${CANARY}</p:notes>`,
})

export const pdf = (pages: number, before = '') =>
  Buffer.from(
    `${before}%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n9 0 obj<</Type/Pages/Count 300/Kids[]>>endobj\n2 0 obj<</Type/Pages/Count ${pages}/Kids[${'3 0 R '.repeat(pages)}]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>`,
  )

const line = (x: number, y: number, text: string) => `BT /F 12 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET `
/**
 * A page with the canary on a hidden layer within a visible one, beyond both edges, clipped, in the color of the paper,
 * drawn invisibly, and under a box.
 */
const secretivePage = [
  line(20, 250, 'The binturong was examined.'),
  `/OC /On BDC /OC /Off BDC ${line(20, 220, CANARY)} EMC EMC`,
  line(20, -90, CANARY),
  line(900, 220, CANARY),
  `q 0 0 0 0 re W n ${line(20, 200, CANARY)} Q`,
  `q 1 1 1 rg ${line(20, 180, CANARY)} Q`,
  `q 3 Tr ${line(20, 160, CANARY)} Q`,
  `${line(20, 140, CANARY)} 10 134 100 20 re f`,
].join('\n')

/**
 * A PDF whose page shows "The binturong was examined." and, in a form field, "Signed by Otter". The canary is in what
 * the page does not show, a note, another field, the properties, and the metadata.
 */
export const secretivePdf = Buffer.from(
  [
    '%PDF-1.5',
    '1 0 obj<</Type/Catalog/Pages 2 0 R/Metadata 8 0 R/AcroForm<</Fields[9 0 R 13 0 R]>>/OCProperties<</OCGs[10 0 R 11 0 R]/D<</OFF[10 0 R]>>>>>>endobj',
    '2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/Properties<</Off 10 0 R/On 11 0 R>>>>/Annots[6 0 R 9 0 R 13 0 R]>>endobj',
    `4 0 obj<</Length ${secretivePage.length}>>stream\n${secretivePage}\nendstream endobj`,
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    `6 0 obj<</Type/Annot/Subtype/Text/Rect[9 9 30 30]/Contents(${CANARY})/T(${CANARY})>>endobj`,
    `7 0 obj<</Title(${CANARY})/Author(${CANARY})/Keywords(${CANARY})>>endobj`,
    `8 0 obj<</Type/Metadata/Subtype/XML/Length 26>>stream\n<x:xmpmeta>${CANARY}  </x:xmpmeta>\nendstream endobj`,
    `9 0 obj<</Type/Annot/Subtype/Widget/FT/Tx/F 2/T(name)/V(${CANARY})/Rect[40 40 90 60]>>endobj`,
    `10 0 obj<</Type/OCG/Name(${CANARY})>>endobj`,
    '11 0 obj<</Type/OCG/Name(Notes)>>endobj',
    '12 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F 5 0 R>>>>/Length 41>>stream\nBT /F 12 Tf 5 5 Td (Signed by Otter) Tj ET\nendstream endobj',
    '13 0 obj<</Type/Annot/Subtype/Widget/FT/Tx/F 4/T(signed)/V(Signed by Otter)/Rect[20 80 220 100]/AP<</N 12 0 R>>>>endobj',
    'trailer<</Root 1 0 R/Info 7 0 R>>',
  ].join('\n'),
)

/** A PDF that opens only with a password. */
export const lockedPdf = Buffer.from(
  `${pdf(1).toString('latin1').replace('trailer<</Root 1 0 R>>', '')}8 0 obj<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>endobj\ntrailer<</Root 1 0 R/Encrypt 8 0 R/ID[<41><41>]>>`,
)
