import { AGE, BIRTH, NUMBER_OR_WORD, DATE, FULL_DATE, HOLIDAY } from './date-patterns.rules.ts'
import type { NameSpan } from './names.rules.ts'
import { getSentenceAfter, getSentenceBefore } from './sentences.rules.ts'
import { CONTEXT_LENGTH, buildPattern } from './phi-spans.rules.ts'
import { CARE_WORDS, PROFESSION_WORDS } from './patient-words.rules.ts'

const LINK = String.raw`^(?:'s)?(?:[\s,;:(/|.-]|\b(?:is|was|a|an|the|who|just|now|then|only|aged?|turned|pt|patient|client|at|she|he|and|our|my|jr|sr|iii?|male|female)\b){0,8}`
const AFTER_NAME = [
  buildPattern(`${LINK}(?:${AGE}|${NUMBER_OR_WORD}(?=[),;.]|-)|\\d{1,3}(?=[),;.]| ?[mf]\\b|, ))`, 'iu'),
  buildPattern(String.raw`^,? [^,.\n]{0,40},? (?:who )?(?:(?:is|was|a|an|age|just) ){0,2}${AGE}`, 'iu'),
  /^['s,]{0,3} ?\(?(?:the|our|my|a) (?:patient|pt|client|resident|decedent)\b/iu,
  buildPattern(String.raw`${LINK}(?:${BIRTH}|b\.|born|geb\.?)[^\n]{0,25}?\b(?:19|20)?\d\d\b`, 'iu'),
]
/** Matches a birth date of someone who may be alive, right after the name, such as "Maria Gonzalez, 3/4/58". */
const DATE_AFTER_NAME = buildPattern(String.raw`^['s,;:( /|-]{1,4}(?:${FULL_DATE})`, 'iu')
const STAY = String.raw`\b(?:admi(?:t|ts|tted|ssion)|discharged?|d\/c'?d?|hospitali[sz]ed|transferred|presented|brought|intubated|extubated|coded|expired|passed(?: away)?|died|delivered|underwent|(?:had|for|s\/p|after|post) (?:an? |her |his |the )?\p{L}{0,20}(?:ectomy|plasty|ostomy|surgery|stroke|fall|procedure|replacement|biopsy|cath|bypass|c-section|mri|ct)|fell|surgery|operated|diagnosed|treated|seen|seizure|stroke|overdosed|suffered|infusion|chemo|fracture[ds]?|sepsis|ulcer|died|er visit|came in|operation|rehab|lives|resident|stayed|went|arrived|taken|rushed|gave birth|complained|found|pronounced|buried|sent home|visited|started on|given|received|lost|called|signed|waited)\b`
const WHERE_OR_WHEN = String.raw`(?:${DATE}|\b(?:room|rm|bed|unit|floor) ?#? ?\d{1,4}[a-z]?\b|\b(?:hospital|memorial|mercy|medical center|med center|clinic|nursing home|st\.? \p{L}{3,}|general|methodist|presbyterian|kaiser|mayo|rehab center|er|icu|snf|facility|pod ?#?\d|post-?op|hd ?#?\d|hospital day|last (?:week|night|month|mon|tues|wednes|thurs|fri|satur|sun)|yesterday|this morning)\b)`
const STAY_AFTER_NAME = buildPattern(
  String.raw`^[^\n]{0,50}?${STAY}[^\n]{0,60}?${WHERE_OR_WHEN}|^[^\n]{0,50}?${WHERE_OR_WHEN}[^\n]{0,50}?${STAY}`,
  'iu',
)
const ROOM_AFTER_NAME = buildPattern(
  String.raw`^[\s,('s]{1,4}(?:in |from |over in |was in |is in )?(?:(?:room|rm|bed)\.? ?#? ?\d{1,4}|(?<=in )\d{3}[a-d]?\b)`,
  'iu',
)
const AGE_BEFORE_NAME = buildPattern(
  String.raw`(?:${AGE})(?:[\s,(-]|\b(?:old|male|female|man|woman|gentleman|lady|boy|girl|mother|father|patient|pt|client|resident|nurse|named|name|called|is|was|whose|a|of|m|f|grandmother|widow|veteran|teacher)\b){0,8}$|(?:\b(?:\d{1,3}|${NUMBER_OR_WORD})[- ]?(?:y\.?\/?o\.?|years?[- ]old)\b)(?:[\s,-]{1,3}(?!(?:to|by|in|with|from|at|for|per|see|cites?|cited|and|but|as|says|said|who|that)\b)[\p{Ll}'-]{1,20}){0,5}[\s,:(]{1,3}$`,
  'iu',
)
const DATE_BEFORE_NAME = buildPattern(
  String.raw`${STAY}[^\n]{0,25}${DATE}[^\n]{0,12}$|\b(?:room|rm|bed) ?#? ?\d{1,4}[a-z]?[\s,:(-]{1,4}(?:is |was )?$`,
  'iu',
)
const PATIENT_BEFORE_NAME =
  /(?:(?:\b(?:patient|pt|resident|decedent|client|decedant|claimant|injured party|deceased)(?:'s)?(?: name| named?)?(?: (?:is|was|called|named))?|\b(?:patient|pt|client|resident) name)[\s,:(-]{1,3}|\bname[sd]? of (?:the |my |our )?(?:patient|pt|client|resident) (?:is|was) )$/iu
const PROFESSION_WORD = buildPattern(
  String.raw`\b(?:${PROFESSION_WORDS}|justice|hon\.?|dr\.?|prof\.?|atty\.?|by|counsel|esq\.?|i'm|i am|my name is|me is|signed|attending|hi|hello|hey|thanks(?: to)?|thank you|thx|welcome|congrat\w*|kudos to)[\s,]{0,2}$`,
  'iu',
)
const ENDS_PROFESSION = buildPattern(
  String.raw`^,? {0,2}(?:rn|lncc?|md|jd|esq|ph\.?d|np|dnp|msn|bsn|cln|et al|crna|pa-c|aprn)\b|^,? (?:is |was )?(?:the|our|my|an?) (?:\p{L}+ ){0,2}(?:${PROFESSION_WORDS})\b|^,? \(?(?:from|of|at|with) (?:the )?(?:\p{L}+ )?(?:firm|office|sedgwick|class|academy|law|llp|insurance|support|cohort|group)\b`,
  'iu',
)
const DOCTOR_SUFFIX = /^, DO\b/u

const DATE_OR_HOLIDAY = buildPattern(`${DATE}|\\b${HOLIDAY}`, 'iu')
const AGE_PHRASE = buildPattern(String.raw`\d{1,3}[- ]?(?:y\.?\/?o\b|years?[- ]old)|\b(?:aged?|turned) \d`, 'iu')
const CLINICAL = buildPattern(String.raw`\b(?:${CARE_WORDS})\b`, 'iu')
const TALK =
  /\b(?:webinars?|conferences?|lectures?|teach(?:es|er|ers|ing)?|taught|publish\w*|articles?|books?|edition|editors?|seminars?|podcasts?|workshop|keynote|speakers?|chapters?|authors?|justice|ruling|ruled|supreme|opinion of|v\.)/iu

/**
 * Checks whether the text around a name shows that it is a patient's, and says more about that patient. Returns how
 * many characters after the name belong to the finding, or undefined if the name is not a patient's.
 */
export function findPatientContext(text: string, name: NameSpan): number | undefined {
  const before = getSentenceBefore(text.slice(Math.max(0, name.from - CONTEXT_LENGTH), name.from))
  const after = getSentenceAfter(text.slice(name.to, name.to + CONTEXT_LENGTH))
  if (PROFESSION_WORD.test(before) || ENDS_PROFESSION.test(after) || DOCTOR_SUFFIX.test(after)) return undefined
  for (const pattern of AFTER_NAME) {
    const found = pattern.exec(after)
    if (found) return found[0].length
  }
  if (name.isTitled || name.isFull) {
    const found =
      DATE_AFTER_NAME.exec(after) ??
      ROOM_AFTER_NAME.exec(after) ??
      (TALK.test(before + after) ? null : STAY_AFTER_NAME.exec(after))
    if (found) return found[0].length
    if (DATE_BEFORE_NAME.test(before)) return 0
    if (PATIENT_BEFORE_NAME.test(before)) return 0
  }
  const sentence = text.slice(Math.max(0, name.from - CONTEXT_LENGTH), name.to + 2 * CONTEXT_LENGTH)
  if ((name.isTitled || name.isFull) && !TALK.test(sentence)) {
    const isOfPatient = DATE_OR_HOLIDAY.test(sentence) || AGE_PHRASE.test(sentence)
    if (isOfPatient && CLINICAL.test(sentence)) return 0
  }
  return AGE_BEFORE_NAME.test(before) ? 0 : undefined
}
