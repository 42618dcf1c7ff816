import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#db/open-database.ts'
import { formatProblem } from '#features/foundation/product-folders/product-folders.public.ts'
import { sharp } from '#platform/sharp.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { testDatabase } from '../../../../test/harness/database.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { importFolder } from './import.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase(await testDatabase(), () => {})
})
afterAll(() => database.close())

/** Puts a mistake into a valid folder. `root` is the academy's folder, and `course` is the folder of its course. */
type Corruption = (at: { root: string; course: string }) => Promise<unknown>

const COURSE = 'courses/reading-a-record'
const FIRST = 'lectures/01-first-page.md'

/** Returns a mistake in one of the course's files. */
const renamedTo =
  (file: string, right: string, wrong: string): Corruption =>
  async ({ course }) => {
    const text = await readFile(path.join(course, file), 'utf8')
    expect(text).toContain(right)
    await writeFile(path.join(course, file), text.replace(right, wrong))
  }
const named =
  (from: string, to: string): Corruption =>
  ({ course }) =>
    rename(path.join(course, from), path.join(course, to))
const written =
  (file: string, content: string | Buffer): Corruption =>
  ({ course }) =>
    writeFile(path.join(course, file), content)
const site =
  (text: string, name = 'site.yaml'): Corruption =>
  ({ root }) =>
    writeFile(path.join(root, name), text)
/** Returns a mistake in the settings. Can also write the file that the settings name. */
const siteWith =
  (text: string, name?: string, content: string | Buffer | Promise<Buffer> = ''): Corruption =>
  async ({ root }) => {
    await mkdir(path.join(root, 'site'))
    await writeFile(path.join(root, 'site.yaml'), text)
    if (name !== undefined) await writeFile(path.join(root, name), await content)
  }
const captions = (times: string): Corruption => written('media/01.vtt', `WEBVTT\n\n${times}\nGood morning.\n`)
const recording =
  (name: string): Corruption =>
  async ({ course }) =>
    writeFile(path.join(course, 'media/01.mp4'), await readFile(`test/recordings/${name}`))

/**
 * Mistakes that operators make, with the exact messages that the import prints: which file, what is wrong, and what to
 * do.
 */
const MISTAKES: [mistake: string, spoil: Corruption, said: string | RegExp][] = [
  // Mistakes in names and locations.
  ['settings with the other ending', site('name: A\n', 'site.yml'), 'site.yml: must be named site.yaml: rename it'],
  ['settings in capitals', site('name: A\n', 'Site.yaml'), 'Site.yaml: must be named site.yaml: rename it'],
  [
    'a folder misspelt',
    ({ root }) => mkdir(path.join(root, 'documants')),
    'documants: unknown folder; did you mean documents?',
  ],
  [
    'a course beside the folders',
    ({ root }) => writeFile(path.join(root, 'courses/Anatomy.md'), 'x'),
    'courses/Anatomy.md: must be in its own folder, whose name becomes its address: courses/Anatomy/course.md',
  ],
  [
    'a folder with capitals and spaces',
    ({ root, course }) => rename(course, path.join(root, 'courses/Reading Records')),
    "courses/Reading Records: the folder's name must be lowercase words and numbers joined by hyphens, because it becomes the web address",
  ],
  [
    'the page of a course in capitals',
    named('course.md', 'Course.md'),
    `${COURSE}/course.md: does not exist; if you mean Course.md, rename it to course.md`,
  ],
  [
    'the page of a course saved as text',
    named('course.md', 'course.md.txt'),
    `${COURSE}/course.md: does not exist; if you mean course.md.txt, rename it to course.md`,
  ],
  [
    'the examination with the other ending',
    named('examination.yaml', 'examination.yml'),
    `${COURSE}/examination.yaml: does not exist; if you mean examination.yml, rename it to examination.yaml`,
  ],
  [
    'two lectures with one number',
    named('lectures/02-last-page.md', 'lectures/1-last-page.md'),
    `${COURSE}/lectures/1-last-page.md: has the same number as 01-first-page.md: give each lecture its own number, in order`,
  ],
  [
    'two lectures with one name',
    ({ course }) => writeCopy(course, FIRST, 'lectures/03-first-page.md'),
    `${COURSE}/lectures/03-first-page.md: has the same name as another lecture, except for the number`,
  ],
  [
    'a lecture without a number',
    named('lectures/02-last-page.md', 'lectures/last-page.md'),
    `${COURSE}/lectures/last-page.md: must be named with a number and lowercase words, such as 01-introduction.md`,
  ],
  [
    'a course without lectures',
    ({ course }) => rm(path.join(course, 'lectures'), { recursive: true }),
    `${COURSE}/lectures: must contain at least one lecture, such as 01-introduction.md`,
  ],
  // Mistakes in YAML.
  [
    'a colon without quotes',
    renamedTo('course.md', 'name: Reading', 'name: Part 1: Reading'),
    `${COURSE}/course.md:2: text that contains ": " needs quotes, as in name: "Part 1: Reading a Record"`,
  ],
  [
    'a colon in an option',
    renamedTo('examination.yaml', '- No\n', '- Yes: both\n'),
    `${COURSE}/examination.yaml:5: questions, item 1, options, item 1 must be text; text that contains ": " needs quotes`,
  ],
  [
    'a tab',
    renamedTo(FIRST, '  - Who', '\t- Who'),
    `${COURSE}/${FIRST}:6: this line is indented with a tab: use the same number of spaces as nearby lines`,
  ],
  [
    'a sign at the beginning',
    renamedTo('course.md', 'short: Find', 'short: @all find'),
    `${COURSE}/course.md:3: text that starts with a symbol needs quotes, as in short: "@all find the facts."`,
  ],
  [
    'a number sign in a name',
    renamedTo('course.md', 'Reading a Record', 'Reading #1'),
    `${COURSE}/course.md:2: text after # is ignored as a comment: put the text in quotes, or add a space after the # if it is a comment`,
  ],
  [
    'a line that is indented too far',
    renamedTo('course.md', 'short:', ' short:'),
    `${COURSE}/course.md:2: the line below this one is indented further: align both`,
  ],
  [
    'a key given twice',
    renamedTo('course.md', 'level:', 'price: 9\nlevel:'),
    `${COURSE}/course.md:5: this key is a duplicate: keep only one`,
  ],
  [
    'no space behind the colon',
    renamedTo('course.md', 'name: Reading', 'name:Reading'),
    `${COURSE}/course.md:2: this line must be a key, a colon, a space, and a value, such as price: 149`,
  ],
  [
    'a quote left open',
    renamedTo('course.md', 'level: F', 'level: "F'),
    /course[.]md:\d+: a quotation mark is opened here but not closed: add one at the end of the text/,
  ],
  [
    'a key misspelt',
    renamedTo('course.md', 'price:', 'prize:'),
    `${COURSE}/course.md:4: unknown key "prize"; did you mean "price"?`,
  ],
  [
    'no front matter',
    renamedTo('course.md', '---\nname', 'name'),
    `${COURSE}/course.md:1: must start with front matter between two lines of ---`,
  ],
  [
    'no description',
    renamedTo('course.md', 'One invented record.', ''),
    `${COURSE}/course.md:6: the description below the front matter is missing`,
  ],
  // Mistakes in the encoding.
  [
    'a page in Windows-1252',
    ({ course }) => toLatin1(course, 'course.md', 'record.', 'r\u00e9cord.'),
    `${COURSE}/course.md:8: this line has characters that are not UTF-8 (most likely Windows-1252): save it as UTF-8 (in Notepad: Save as, Encoding: UTF-8)`,
  ],
  [
    'a page in UTF-16',
    async ({ course }) =>
      writeFile(
        path.join(course, 'course.md'),
        `\ufeff${await readFile(path.join(course, 'course.md'), 'utf8')}`,
        'utf16le',
      ),
    `${COURSE}/course.md: is UTF-16 or not text: save it as UTF-8 (in Notepad: Save as, Encoding: UTF-8)`,
  ],
  // Mistakes in values.
  [
    'a price in another currency',
    renamedTo('course.md', 'price: 149', 'price: €149'),
    `${COURSE}/course.md:4: price must be in US dollars, such as 149.00`,
  ],
  [
    'a price with a comma',
    renamedTo('course.md', 'price: 149', 'price: 149,00'),
    `${COURSE}/course.md:4: price must have a period before the cents, and commas only between thousands, such as 1,299.00`,
  ],
  [
    'a price that no card pays',
    renamedTo('course.md', 'price: 149', 'price: 0.30'),
    `${COURSE}/course.md:4: price must be 0 or at least 0.50, the card minimum`,
  ],
  [
    'an answer in other words',
    renamedTo('examination.yaml', 'answer: 4', 'answer: four'),
    `${COURSE}/examination.yaml:25: question 4: answer must be one of the options, word for word`,
  ],
  [
    'a time zone that is none',
    site('time_zone: Mars\n'),
    'site.yaml:1: time_zone must be a time zone, such as Chicago, Central, or America/Chicago',
  ],
  [
    'an unknown variable in the text of an email',
    site("email_texts:\n  receipt:\n    subject: 'Hi {nmae}'\n"),
    'site.yaml:3: receipt, subject: There is no {nmae}. Did you mean {name}?',
  ],
  [
    'the text of an unknown email',
    site('email_texts:\n  receipts:\n    subject: Hi\n'),
    'site.yaml:2: unknown email; did you mean receipt?',
  ],
  [
    'a popular course misspelt',
    site('popular_courses:\n  - reading-a-rekord\n'),
    "site.yaml: popular_courses: there is no course 'reading-a-rekord'; did you mean 'reading-a-record'?",
  ],
  // Mistakes in pictures of the site.
  ['a logo that is not there', siteWith('logo: site/logo.svg\n'), 'site.yaml:1: logo: site/logo.svg does not exist'],
  [
    'a logo by its web address',
    site('logo: https://example.com/logo.png\n'),
    'site.yaml:1: logo: https://example.com/logo.png is a web address. Download the file into this folder and use its path, such as media/01.mp4',
  ],
  [
    'a logo of another kind',
    siteWith('logo: site/logo.gif\n', 'site/logo.gif', 'GIF89a'),
    'site.yaml:1: logo: site/logo.gif must be a file that ends in .svg, .png, .jpg, .webp, .avif',
  ],
  [
    'a logo by another name than its kind',
    siteWith('logo: site/logo.png\n', 'site/logo.png', '<svg/>'),
    'site.yaml:1: logo: site/logo.png is not a PNG image',
  ],
  [
    'a logo with a script',
    siteWith(
      'logo: site/logo.svg\n',
      'site/logo.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    ),
    'site.yaml:1: logo: site/logo.svg contains a script. Save it as a plain SVG, without scripts or external files, or as PNG',
  ],
  [
    'a portrait of 40 MB',
    siteWith('founder:\n  name: A\n  portrait: site/a.png\n  text: B\n', 'site/a.png', largePicture()),
    'site.yaml:3: founder, portrait: site/a.png is 40 MB. The maximum for an image is 20 MB',
  ],
  [
    'a cover of a book that is cut off',
    siteWith(
      'books:\n  - title: A\n    cover: site/a.png\n    link: https://books.example\n',
      'site/a.png',
      largePicture().subarray(0, 100),
    ),
    'site.yaml:3: books, item 1, cover: site/a.png can’t be read as an image. Save it again, or save it as PNG',
  ],
  [
    'the folder of the pictures misspelt',
    ({ root }) => mkdir(path.join(root, 'sites')),
    'sites: unknown folder; did you mean site?',
  ],
  // Mistakes in the operator's own policies.
  [
    'terms without a word',
    site('\n# Terms\n', 'terms.md'),
    'terms.md:1: is empty. Add text, or remove the file to use the built-in text',
  ],
  [
    'a policy with a script',
    site('We keep nothing.\n\n<script>alert(1)</script>\n', 'privacy.md'),
    'privacy.md:3: comments, scripts, and styles are not shown: remove them',
  ],
  [
    'a link that runs something',
    site('Write to us.\n\n- Or [here](javascript:alert(1)).\n', 'terms.md'),
    'terms.md:3: a link leads to javascript:alert(1): links must begin with https://, mailto:, tel:, or /',
  ],
  [
    'a place of a template that was never filled in',
    site('Between you and [Company Name].\n', 'terms.md'),
    'terms.md:1: [Company Name] looks like a placeholder. Fill it in',
  ],
  [
    'a value that is not known',
    site('Between you and {company}.\n', 'terms.md'),
    /^terms[.]md:1: [{]company[}] is not a known placeholder. Known: [{]name[}], [{]email[}]/,
  ],
  [
    'a picture from elsewhere in a policy',
    site('What we keep:\n\n![a](https://x.example/a.png)\n', 'privacy.md'),
    'privacy.md:3: the image https://x.example/a.png is shown as a link: only images from this academy, at /images/…, are shown',
  ],
  [
    'terms as a text of Word',
    site('PK', 'Terms of Service.docx'),
    'Terms of Service.docx: must be named terms.md and written in Markdown',
  ],
  [
    'days of refund in words',
    site('refund_days: two weeks\n'),
    'site.yaml:1: refund_days must be a whole number of days from 1 to 365',
  ],
  ['a language by its name', site('language: German\n'), 'site.yaml:1: language must be a language tag, such as en-US'],
  [
    'a language that no certificate can print',
    site('name: A\nlanguage: ja-JP\n'),
    'site.yaml:2: language must be a language that writes dates in Latin, Greek, or Cyrillic letters, because certificates can’t show any others',
  ],
  // Mistakes in referenced files.
  [
    'a web address where a file is meant',
    renamedTo(FIRST, 'media/01.mp4', 'https://videos.example.com/1'),
    `${COURSE}/${FIRST}:3: video: https://videos.example.com/1 is a web address. Download the file into this folder and use its path, such as media/01.mp4`,
  ],
  [
    'backslashes',
    renamedTo(FIRST, 'media/01.mp4', 'media\\01.mp4'),
    `${COURSE}/${FIRST}:3: video: media\\01.mp4 must be a path inside this folder, with forward slashes, such as media/01.mp4`,
  ],
  [
    'a file with its ending in capitals',
    named('media/02.mp4', 'media/02.MP4'),
    `${COURSE}/lectures/02-last-page.md:3: video: media/02.mp4 does not exist; did you mean media/02.MP4?`,
  ],
  [
    'a file misspelt',
    renamedTo(FIRST, 'checklist.pdf', 'cheklist.pdf'),
    `${COURSE}/${FIRST}:10: attachments: files/cheklist.pdf does not exist; did you mean files/checklist.pdf?`,
  ],
  [
    'a file of another academy',
    renamedTo(FIRST, 'media/01.mp4', '../../01.mp4'),
    `${COURSE}/${FIRST}:3: video: ../../01.mp4 must be a path inside this folder, such as media/01.mp4`,
  ],
  [
    'a handout that is no PDF',
    written('files/checklist.pdf', '<html>'),
    `${COURSE}/${FIRST}:10: attachments: files/checklist.pdf is not a PDF file`,
  ],
  [
    'an empty file',
    written('media/01.mp4', ''),
    `${COURSE}/${FIRST}:3: video: media/01.mp4 is empty. Copy it here again`,
  ],
  // Mistakes in recordings and captions.
  [
    'a film of a phone',
    recording('hevc.mp4'),
    `${COURSE}/${FIRST}:3: video: media/01.mp4 uses HEVC (H.265), which not all browsers play. Make a copy that all browsers can play, and use that: ffmpeg -i media/01.mp4 -c:v libx264 -pix_fmt yuv420p -c:a copy -movflags +faststart media/01-web.mp4`,
  ],
  [
    'a film that is cut off',
    async (at) => written('media/01.mp4', (await readFile('test/recordings/plays.mp4')).subarray(0, 4000))(at),
    `${COURSE}/${FIRST}:3: video: media/01.mp4 is incomplete: 1256 bytes are missing at the end. Copy it here again, or export it again`,
  ],
  [
    'a caption that ends before it begins',
    captions('00:05.000 --> 00:02.000'),
    `${COURSE}/media/01.vtt:3: this caption ends before it begins`,
  ],
  [
    'an arrow that is too short',
    captions('00:01.000 -> 00:02.000'),
    `${COURSE}/media/01.vtt:3: this text has no times above it: write both times in the format 00:01:02.500 --> 00:01:05.000, with no blank line below`,
  ],
  [
    'captions damaged in one line',
    written(
      'media/01.vtt',
      Buffer.concat([
        Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nUn café\n'),
        Buffer.from('Caf\u00e9\n', 'latin1'),
      ]),
    ),
    `${COURSE}/media/01.vtt:5: this line has damaged characters: save it as UTF-8 (in Notepad: Save as, Encoding: UTF-8)`,
  ],
  [
    'SubRip captions with a wrong time',
    written('media/01.vtt', '1\n00:00:05,000 --> 00:00:02,000\nHello\n'),
    `${COURSE}/media/01.vtt:2: this caption ends before it begins`,
  ],
  [
    'captions of another kind',
    written('media/01.vtt', 'Hello, and welcome.\n'),
    `${COURSE}/${FIRST}:4: captions: media/01.vtt is not a WebVTT or SubRip file. Upload captions as .vtt or .srt`,
  ],
]

/** Files that can't be used. A dry run reads them, too. */
const UNUSABLE: [mistake: string, spoil: Corruption, said: RegExp][] = [
  [
    'a portrait too tall to be drawn',
    siteWith(
      'founder:\n  name: A\n  portrait: site/a.png\n  text: B\n',
      'site/a.png',
      picture({ width: 40, height: 20_000 }),
    ),
    /^site\.yaml:3: founder, portrait: site\/a\.png is too tall: it is 40 × 20000 pixels/,
  ],
  [
    'a handout that is a picture cut off',
    async ({ course }) => {
      const whole = await picture({ width: 300, height: 300 })
      await writeFile(path.join(course, 'files/plan.png'), whole.subarray(0, whole.length - 40))
      await renamedTo(FIRST, 'files/checklist.pdf', 'files/plan.png')({ root: '', course })
    },
    /^courses\/reading-a-record\/lectures\/01-first-page\.md:\d+: .*files\/plan\.png is damaged or incomplete, so programs can’t open it/,
  ],
  [
    'a text under the name of a film',
    written('media/01.mp4', '(put any MP4 here under this name)'),
    /01-first-page\.md:\d+: .*media\/01\.mp4 is not an MP4 video\. Make a copy/,
  ],
  [
    'a picture under the name of a film',
    async ({ course }) => writeFile(path.join(course, 'media/01.mp4'), await picture({ width: 9, height: 9 })),
    /01-first-page\.md:\d+: .*media\/01\.mp4 is not an MP4 video: its content is a PNG image/,
  ],
]

function picture({ width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp()({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
}

function largePicture(): Buffer {
  const picture = Buffer.alloc(40_000_000)
  picture.write('\u0089PNG\r\n\u001a\n', 'latin1')
  return picture
}

async function writeCopy(course: string, from: string, to: string): Promise<void> {
  await writeFile(path.join(course, to), await readFile(path.join(course, from)))
}

async function toLatin1(course: string, file: string, right: string, wrong: string): Promise<void> {
  const text = await readFile(path.join(course, file), 'utf8')
  await writeFile(path.join(course, file), text.replace(right, wrong), 'latin1')
}

async function readProblems(spoil: Corruption, options: { isDryRun?: boolean } = {}): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'academy-mistakes-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await spoil({ root, course: await writeCourse(root) })
  const files = createFolderFiles(path.join(root, '.store'))
  const result = await importFolder({ db: database.db, files, now: () => new Date() }, root, OPERATOR, options)
  return 'problems' in result ? result.problems.map(formatProblem) : ['it was imported']
}

test.each(MISTAKES.filter((_, index) => !isEveryChange || index % 3 === 0))(
  'reports %s once, with file and remedy',
  async (_mistake, spoil, said) => {
    const lines = await readProblems(spoil)
    const matched = lines.map((line) => (said instanceof RegExp && said.test(line) ? said : line))
    expect(matched).toEqual([said])
  },
)

test.each(UNUSABLE)('rejects %s with the actual reason, also in a dry run', async (_mistake, spoil, said) => {
  for (const isDryRun of [true, false])
    expect(await readProblems(spoil, { isDryRun })).toEqual([expect.stringMatching(said)])
})
