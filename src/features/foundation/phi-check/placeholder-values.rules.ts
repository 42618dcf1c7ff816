import { MONTH } from './date-patterns.rules.ts'
import { getSentenceAfter, getSentenceBefore } from './sentences.rules.ts'
import { CONTEXT_LENGTH, type PatientDataKind, buildPattern } from './phi-spans.rules.ts'
import { PATIENT_WORDS, RELATIVE_WORDS } from './patient-words.rules.ts'

const AT_HOME = String.raw`home|house|residence|apartment|lives?|lived|living|resides?|found|pick(?:ed)? ?-?up|ems|ambulance|wandered`
const OFFICE = String.raw`offices?|clerks?|court ?house|librar(?:y|ian)|bar association|referral (?:service|line)|lawyer referral|help ?-?(?:desk|line)|hot ?-?line|support (?:line|desk|team|number)|tech support|customer (?:service|care)|agency|(?:board|department|bureau|school|college|office) of|(?:health|records|billing|police|fire|legal|release|hr) (?:department|dept)|firms?|llp|paralegal|vendor|publisher|registrar|registry|receptionist|front desk|main (?:line|number|switchboard)|public (?:line|number|phone)|records (?:room|desk|line|custodian)|custodian|him|roi|(?:copy|interpreting|interpreter|transport|courier|answering|transcription) (?:service|agency|company)|court reporter|hotel|motel|inn|resort|conference|convention|congress|venue|seminar|webinar|workshop|manufacturer|company|association|chapter|academy|university|medicare|cms|fda|osha|ocr|ombudsman|poison control|crisis|lifeline|toll[- ]free|scheduling|adjuster|church hall|book ?store|marriott|hilton|hyatt|sheraton|westin|data bank|commission|society|institute|administration|foundation|council|headquarters|archives|customs|post office|ship(?:ped|ping)?`
const CUE = buildPattern(
  String.raw`\b(?:(?:(?<patient>${PATIENT_WORDS}|${RELATIVE_WORDS}|${AT_HOME}|s?he|hers?|his)|(?<office>${OFFICE}))\b)|(?<him>\bhim\b(?! (?:desk|dept|fax|is|office|will|has|at)))`,
)
const ATTORNEY_OR_DOCTOR =
  /\b(?:Dr|Prof|Professor|Atty|Attorney|Judge|Esq|Instructor|Adjuster|Counsel)\.? (?:[\p{Lu}][\p{L}'.-]{0,20} ){0,2}\p{Lu}[\p{L}'-]{1,24}(?:, (?:MD|DO|JD|RN|Esq|PhD)\.?)?[\s,:(-]{1,3}(?:(?:is|at|on|ph|phone|tel|cell|direct|line|fax|e-?mail|mail|address)[\s.:,]{1,2}){0,4}$/u
const SUITE_CUE =
  /^\.?,? ?(?:suite|ste\b|floor|fl\b|\p{L}{2,8} floor|room \d|hall\b|ballroom)|\b(?:suite|ste) ?#?\d{1,4}$/iu
const OFFICE_DOMAIN =
  /@[\w.-]{0,60}(?:\.(?:gov|edu|mil)\b|law|legal|attorney|llp|court|county|academy|hospital|clinic|records|insur|nurses?assoc)/iu

const MY = String.raw`\b(?:my|our)(?: (?:own|new|old|work|personal|private|direct|business|current|google|academy|school|student|professional))*`
const OWN_CONTACT = buildPattern(
  String.raw`(?:${MY} (?:cell|number|phone|mobile|line|e-?mail|address|fax|voicemail|house|home|place|studio|website|handle|instagram|p\.?o\.? ?box)(?: (?:number|phone|address|line))?|\b(?:text|call|e-?mail|write|reach|message|ping|dm|contact|mail|find)(?: to)? me(?: back)?|\bI(?:'m| am)(?: (?:reachable|available))?|\bI (?:live|work|moved|practice)(?: now)?|\bI|\bme)(?:[\s,:(-]|\b(?:is|at|on|here|by|via|under|in|to)\b){1,8}$`,
  'iu',
)
const OWN_BIRTH = buildPattern(
  String.raw`(?:\b(?:my(?: own)?|happy|i was|i'm|i am|i turn(?:ed)?|me,?|your|our|late|early|advance) ?|\bi [^.]{0,30}\bmy )(?:(?:born|birthday|dob|birth ?date|date of birth|is|was|on|in)[\s:]{1,2}){0,3}$`,
  'iu',
)
const OWN_NUMBER = buildPattern(
  String.raw`\b(?:my|our)(?: own)? (?:(?:rn|lpn|np|cna|nurs(?:e|ing)|state|board|compact|multistate|student|course|class|academy|user|login|membership|lncc?|aalnc|ana|ce|ceu|work|employee|firm|tax|business|payment|npi|malpractice|liability|professional|e&o|card|credit card|printer|laptop|ipad|phone|zoom|support|help)(?:'s)? ?){1,3}(?:policy|licen[sc]e|id|number|no|account|acct|login|badge|serial|member|card|ticket|case|[\s#:.])*(?:is|was|ends in|[\s#:("'])*$`,
  'iu',
)

/** Sequences and repeated digits, which templates use as placeholders. */
const PLACEHOLDER =
  /(?<!\d)(?:(\d)\1{4,}|0?12345(?:6(?:7(?:8(?:9\d?)?)?)?)?|123-?45-?6789|(\d)\2\2-\2\2-\2{4}|987-?65-?4321)(?!\d)/u
/** Words that say that the whole text is fictional. */
const FICTIONAL_TEXT =
  /\b(?:fictional|fictitious|made[- ]up (?:case|patient|chart|name|data|numbers?|example|scenario)|(?:all|completely|entirely|totally|is|are) (?:made[- ]up|invented|imaginary)|invented (?:case|patient|chart|name|example|data)|(?:i|we) (?:made|invented) (?:her|him|it|them|this|all)(?: all)? ?(?:up|for|myself)?|not (?:a )?real (?:patient|person|case|people|chart)|no real (?:patient|person|data)|(?:mock|dummy|fake|simulated|pretend) (?:patient|chart|case|record|data|client|plaintiff|name)s?|practice (?:scenario|patient|chart)|play along|role[- ]?play)\b/iu
/** Words that, unlike "fictional", apply only to the words around them. */
const HYPOTHETICAL =
  /\b(?:hypothetical(?:ly)?|let(?:'s| us) (?:say|pretend|call)|suppose|imagine|pretend|sample (?:chart|case|patient|record|report|file)|(?:teaching|textbook|practice|quiz|exam|example) (?:case|chart|patient|question)|case study|vignette|template|for example|e\.g\.|placeholder|(?:in|from|of) (?:the )?(?:module|lesson|lecture|unit|chapter|slide|quiz|textbook) ?\d{0,2})\b/iu
const NOT_FICTIONAL = buildPattern(
  String.raw`\b(?:not|isn't|wasn't|never|nothing|no longer|un)[ -]?(?:a |an |at all |even )?(?:hypothetical|made[- ]up|fictional|fictitious|invented|imaginary|mock|pretend)|\b(?:real|actual|true|genuine) (?!life\b|estate|world|people\b|quick|time|patients? (?:data|name|info))(?:one|case|patient|pt|chart|client|name|names|dob|dates?|date|birth|mrn|number|person|records?|story|event)|\b(?:names?|details) (?:are |were |is |was |have been )?(?:changed|altered)|\b(?:is|was|are|were|it's|she's|he's) (?:very |all )?real\b|\bused a real\b|\bmy own (?:unit|patient|case|floor|client|aunt|mother)|\bbased on\b|\bfrom my (?:unit|floor|shift|job|work)|\breal(?:ly)? happened`,
  'iu',
)
const PATIENT_OWNER = buildPattern(String.raw`\b(?:${PATIENT_WORDS}|s?he|hers?|his)\b`, 'iu')
const OWN_PATIENT = buildPattern(
  String.raw`\b(?:my|our) (?:\p{L}{2,12} )?(?:${PATIENT_WORDS}|${RELATIVE_WORDS})\b|\bmine\b|\bwe (?:had|have)\b`,
  'iu',
)
const PLACEHOLDER_PERSON =
  /\b(?:(?:John|Jane|Janie|Baby|Johnny|Jack|James|Mary|Betty|Test|Sally|Joe|Max|Molly|Paula?|Peter)(?: [A-Z]\.?)? (?:Doe|Roe|Sample|Example|Test|Tester|Testpatient|Public|Patient|Placeholder|Nobody|Anybody|Fictional|Dummy)|(?:Mr|Mrs|Ms|Miss)\.? (?:Doe|Roe|X|Y|Z|Sample|Example|Test|Patient|Nobody|Anybody|Somebody|So-and-so))\b/u

/** People whose histories are published, from nursing, the courts, and medical ethics. */
const FAMOUS =
  /\b(?:Nightingale|Barton|Seacole|Dorothea Dix|Lillian Wald|Mahoney|Harriet Tubman|Walt Whitman|Cavell|Phineas Gage|Henrietta Lacks|Skloot|Libby Zion|Schiavo|Quinlan|Cruzan|Bouvia|Maynard|McMath|Vaught|Murphey|Josie King|Lewis Blackman|Staunton|Lehman|Willie King|Santill[aá]n|Quaid|Tarasoff|Semmelweis|Greenleaf|Kevorkian|Letby|Baby (?:Doe|K|M|Fae)|Mary Mallon|Joan Rivers|Michael Jackson|Tuskegee)\b/u
const BORN_LONG_AGO = buildPattern(
  String.raw`(?:\b(?:born|b\.|in|since|spring of|${MONTH}\.?(?: \d{1,2}(?:st|nd|rd|th)?)?),? |\d[/.-])(?:1[0-8]\d\d|190\d)\b(?! ?(?:h\b|hours|hrs))`,
  'iu',
)
/** Matches a death more than fifty years ago. After that time, health privacy law no longer protects the records. */
const DIED_LONG_AGO =
  /(?:\b(?:died|d\.|dead|death)[^.\n]{0,25}|\b1[89]\d\d ?(?:-|to) ?)\b1(?:8\d\d|9[0-6]\d|97[0-4])\b/u

/** In "Policy NUR-204 says", the policy is a hospital's rule, not a person's insurance policy. */
const isInternalPolicy = (words: string, before: string, after: string) =>
  /\bpolic(?:y|ies)\b/iu.test(before.slice(-15) + words) &&
  (/\b(?:hospital|facility|nursing|unit|department|house|restraints?|falls?|the 20\d\d)(?:'s)? $/iu.test(before) ||
    /^[^\n]{0,25}?\b(?:says?|states?|said|stated|requires?|revised|revision|rev|hourly|calls for)\b/iu.test(after))

/** Numbers of things that people buy, ship, or repair. */
const OBJECT_NUMBER =
  /\b(?:certificate|invoice|receipt|ticket|refund|coupon|package|shipment|tracking|subscription|payment|transaction|recall|printer|scanner|router|laptop|software)\b[^.\n]{0,40}$/iu

type Span = { kind: PatientDataKind; from: number; to: number }

/**
 * Returns whose number this is, according to the last such word before the match or, if there is none, the first one
 * after it.
 */
function findOwner(before: string, after: string): 'patient' | 'office' | undefined {
  const cue = [...before.matchAll(CUE)].at(-1) ?? getSentenceAfter(after).slice(0, 70).matchAll(CUE).next().value
  if (!cue) return undefined
  return cue.groups?.['office'] === undefined ? 'patient' : 'office'
}

function isNonPatientContact(words: string, before: string, after: string): boolean {
  const sentence = getSentenceBefore(before)
  if (!PATIENT_OWNER.test(sentence) && OWN_CONTACT.test(sentence)) return true
  if (ATTORNEY_OR_DOCTOR.test(sentence)) return true
  const owner = findOwner(before, after)
  if (owner === 'patient') return false
  return owner === 'office' || SUITE_CUE.test(after) || SUITE_CUE.test(words) || OFFICE_DOMAIN.test(words)
}

/** Whether the text says that it is fictional and does not contradict that elsewhere. */
export const isFictional = (text: string) => FICTIONAL_TEXT.test(text) && !NOT_FICTIONAL.test(text)

/**
 * Whether a finding identifies an office, the author, or a historical, published, or fictional person instead of a
 * patient. `seen` is the text that `normalizeForMatching` returned.
 */
export function isNotPatientData(seen: string, { kind, from, to }: Span): boolean {
  const words = seen.slice(from, to)
  const before = seen.slice(Math.max(0, from - CONTEXT_LENGTH), from)
  const after = seen.slice(to, to + CONTEXT_LENGTH)
  const isNumber = /\d[-.\s)]{0,3}\d{3}[-.\s]{0,2}\d{4}$|^\d{3}-\d{4}$/u.test(words)
  if (kind === 'telephone' || kind === 'mail' || kind === 'address' || (kind === 'other' && isNumber)) {
    if (isNonPatientContact(words, before, after)) return true
  }
  const sentence = `${getSentenceBefore(before)}${words}${getSentenceAfter(after)}`
  const near = `${before}${words}${getSentenceAfter(after)}`
  if (kind === 'name-birth' || kind === 'address') {
    if (
      PLACEHOLDER_PERSON.test(near) ||
      (HYPOTHETICAL.test(sentence) && !NOT_FICTIONAL.test(near) && !OWN_PATIENT.test(sentence))
    )
      return true
  }
  if (kind === 'name-birth') {
    const life = words + getSentenceAfter(after)
    return (
      FAMOUS.test(near) ||
      BORN_LONG_AGO.test(life) ||
      DIED_LONG_AGO.test(life) ||
      OWN_BIRTH.test(getSentenceBefore(before))
    )
  }
  if (kind === 'other' && OBJECT_NUMBER.test(getSentenceBefore(before)) && !PATIENT_OWNER.test(sentence)) return true
  const number = /(?<!\S)\S*\d.*$/su.exec(words)?.[0] ?? ''
  return (
    PLACEHOLDER.test(words) ||
    isInternalPolicy(words, before, after) ||
    OWN_NUMBER.test(`${getSentenceBefore(before)}${words.slice(0, words.length - number.length)}`)
  )
}
