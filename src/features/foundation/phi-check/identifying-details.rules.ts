import { AGE, DATE, HOLIDAY } from './date-patterns.rules.ts'
import { isNonName } from './names.rules.ts'
import { getSentenceAfter, getSentenceBefore } from './sentences.rules.ts'
import { type Pattern, buildPattern } from './phi-spans.rules.ts'
import { PATIENT_WORDS, CARE_WORDS, RELATIVE_WORDS, PROFESSION_WORDS } from './patient-words.rules.ts'

const PERSON_WORD = buildPattern(String.raw`\b(?:${PATIENT_WORDS}|${RELATIVE_WORDS}|s?he|hers?|his|him)\b`, 'iu')
const HAS_CONDITION = buildPattern(
  String.raw`\b(?:${CARE_WORDS}|trach|shunt|bleed|fusion|ems|records?|films|collapsed|ablation|restrain\w*|turned|preemie|anesth\w*|overdos\w*|missed|bedpan|syndrome|dystocia|palsy|burn\w*|swallow\w*|fracture\w*|lost (?:his|her|an?))\b`,
  'iu',
)
const PROFESSIONAL = buildPattern(String.raw`\b(?:dr|atty|i'm|i am|i was|${PROFESSION_WORDS})\b`, 'iu')
const IS_PROFESSIONAL = buildPattern(
  String.raw`^,? (?:and |\()?(?:s?he(?: is|'s| was) )?(?:the|our|my|an?|from) [^.\n]{0,20}\b(?:${PROFESSION_WORDS})\b`,
  'iu',
)
const TEACHING_CONTEXT =
  /\b(?:hypothetical|textbook|case study|lecture|module|lesson|webinar|book|movie|novel|series|episode)\b/iu
const COMMON_TRAIT = buildPattern(
  String.raw`\b(?:(?!(?:judge|teacher|host|founder|clerk)\b)(?:${PROFESSION_WORDS})|${PATIENT_WORDS}|witness|editor|chair|director|manager|member|best|one|first|last|person|defendant|rn|lnc|np|pharmacist|coroner|owner|date|day|time|reason|same)\b`,
  'iu',
)
const PATIENT_SUBJECT = buildPattern(
  String.raw`\b(?:(?:${PATIENT_WORDS}) (?:is|was)|s?he(?:'s| is| was))(?: also| now)? ?$`,
  'iu',
)
const DATE_OR_AGE = buildPattern(`${DATE}|${AGE}`, 'iu')
const NOW =
  /\b(?:right now|currently|as we speak|tonight|now|still (?:here|there|on|in|admitted|up)|at the moment|this (?:shift|morning)|is in)\b/iu
const MEETING_PLACE = /\b(?:zoom|class|convention|conference|hotel|exam room|court)\b/iu
/** Matches a named place. */
const PLACE =
  /\b(?:at|in|on|near|from|of|by|behind|across from|outside|off) (?:the )?(?:\p{Ll}{2,12} ){0,2}(\p{Lu}[\p{L}'.]{2,})/gu
const hasPlace = (text: string) => [...text.matchAll(PLACE)].some(([, word = '']) => !isNonName(word))

/** Whether the text is about a patient rather than teaching material. */
function isAboutPatient(before: string, words: string, after: string): boolean {
  const sentence = getSentenceBefore(before) + words + getSentenceAfter(after)
  return (
    PERSON_WORD.test(sentence) &&
    !TEACHING_CONTEXT.test(sentence) &&
    !PROFESSIONAL.test(getSentenceBefore(before).slice(-20) + words)
  )
}

/** Patterns for details by which neighbors could recognize a person, even without a birth date or number. */
export const IDENTIFYING_DETAIL_PATTERNS: Pattern[] = [
  {
    // Matches the patient's own page on a social network.
    kind: 'known-by',
    pattern: buildPattern(
      String.raw`\b(?:facebook|fb|instagram|insta|ig|tik ?tok|twitter|snap(?:chat)?|youtube|reddit|gofundme|caring ?bridge|linkedin|nextdoor|bluesky|vlog|blog)\b(?!\.(?:com|org)/)[^\n]{0,30}?(?:(?<![\w@])@[\w.]{3,30}|\b(?:slash|dot com)\b ?[\w./ -]{3,40}|\b[a-z\d]{2,20}(?:[._][a-z\d]{2,20}){1,3}\b|\b(?:called|named|titled|under|username|handle)\b(?: the)?(?: name)?[\s:]{1,2}"?[\p{L}\d][^\n.,]{2,40}|"[^"\n]{3,30}")|(?<![\w@])@[\w.]{3,30} on (?:facebook|fb|instagram|insta|ig|tik ?tok|twitter|snapchat|youtube|reddit|x)\b`,
    ),
    isMeant: (words, before, after) =>
      isAboutPatient(before, words, after) && !/\b(?:follow|join|academy|our)\b/iu.test(before.slice(-30) + words),
  },
  {
    kind: 'known-by',
    pattern:
      /\b(?:[Gg]oes by|[Ww]ent by|[Kk]nown (?:as|to \p{L}{2,12}(?: \p{L}{2,12})? as)|(?:[Ee]very(?:one|body)|[Ww]e|[Tt]hey|[Ff]olks|I|[Ff]amily|[Ss]taff|[Tt]he \p{L}{3,10})(?: all| just| always| only)? call(?:s|ed)? (?:her|him|them)|[Nn]icknamed|[Aa]nswers to) (?:the )?["']?(?!Mrs?\b|Ms\b|Dr\b)\p{Lu}[\p{L}' ]{1,20}/gu,
    isMeant: (words, before, after) =>
      isAboutPatient(before, words, after) && hasPlace(after) && HAS_CONDITION.test(after),
  },
  {
    // Matches something unique about a person in a place.
    kind: 'known-by',
    pattern:
      /\b(?:[Hh]e|[Ss]he|[Pp]atient|[Pp]t|[Cc]lient|[Cc]laimant|[Pp]laintiff)(?:'s| is| was) (?:also |now |still )?(?:(?:the|our) (?:\p{Ll}[\p{Ll}-]{2,14} ){1,3}|(?:an? )?(?:retired|former|local|well-known|famous|popular|beloved|head) (?:\p{Ll}{3,15} ){1,2})(?:of|at|for|in|on|from) (?:the )?(?:\p{Lu}\p{L}{2,}|channel \d)/gu,
    isMeant: (words, before, after) =>
      (hasPlace(words) || /\d$/u.test(words)) &&
      HAS_CONDITION.test(before + after) &&
      !TEACHING_CONTEXT.test(before + after) &&
      !COMMON_TRAIT.test(words.replace(/^\S+ /u, '')),
  },
  {
    kind: 'known-by',
    pattern: buildPattern(
      String.raw`\bthe only (?!nurse|rn|lnc|np|doctor|surgeon|attorney|expert|hospital|clinic|one|way|reason|time|thing|person|(?:\p{L}+ )?(?:surgeon|expert|hospital|attorney|center|nurse))(?:[\p{L}-]+ ){1,3}(?:in|at|on|of|within) (?:the |our |that |this )?(?:(?:whole |entire )?(?:town|county|village|island|valley|parish|reservation)|\p{L}+)`,
    ),
    isMeant: (words, before) =>
      (hasPlace(words) || /(?:town|county|village|island|valley|parish|reservation)$/iu.test(words)) &&
      PATIENT_SUBJECT.test(before),
  },
  {
    // Matches the place where a person is a patient now.
    kind: 'known-by',
    pattern: buildPattern(
      String.raw`\b(?:(?:room|rm\.?|bed|bay|pod) ?#?|(?:s?he(?:'s| is)|(?:pt|patient) is)(?: still| now)? in )\d{1,4}[a-d]?\b`,
    ),
    isMeant: (words, before, after) => {
      const sentence = getSentenceBefore(before) + words + getSentenceAfter(after)
      return (
        NOW.test(sentence) &&
        /\b(?:s?he|hers?|him|his|patient|pt|resident)\b/iu.test(sentence) &&
        !MEETING_PLACE.test(sentence) &&
        !TEACHING_CONTEXT.test(sentence)
      )
    },
  },
  {
    // Matches a name, or a hint of one.
    kind: 'known-by',
    pattern: buildPattern(
      String.raw`\b(?:hers?|his|their|(?:${PATIENT_WORDS})'s) (?:first |last |maiden |middle |full |real |sur)?name (?:is|was|rhymes|sounds)(?: really| actually| just)? (?:the same as|like|as in|with|"?[\p{L}'-]{3,24})`,
    ),
    isMeant: (words, before, after) => {
      const lastWord = words.split(' ').at(-1) ?? ''
      const isName =
        /(?:the same as|like|as in|with)$/iu.test(words) ||
        (/^"?\p{Lu}/u.test(lastWord) && !isNonName(lastWord.replace('"', '')))
      return isName && isAboutPatient(before, words, after) && !IS_PROFESSIONAL.test(after)
    },
  },
  {
    kind: 'known-by',
    pattern: new RegExp(
      String.raw`\b(?:[Pp]t|[Pp]atient|[Cc]lient|[Cc]laimant|[Pp]laintiff|[Rr]esident|[Dd]ecedent|[Ee]xaminee|[Vv]eteran)[:,]? (?!(?:I\.V|P\.T|O\.T|O\.R|E\.R|E\.D|U\.S|M\.D|R\.N|C\.T|P\.O|B\.P)\.)(?:\p{Lu}\.){2,3}(?![\p{L}])`,
      'gu',
    ),
    isMeant: (_, __, after) => {
      const sentence = getSentenceAfter(after)
      return DATE_OR_AGE.test(sentence) || (hasPlace(sentence) && HAS_CONDITION.test(sentence))
    },
  },
  {
    // Matches something that the local press reported.
    kind: 'known-by',
    pattern: buildPattern(
      String.raw`\b(?:obituary|obit)\b|\b(?:boy|girl|man|woman|baby|lady|kid|family) (?:on|in|from) the (?:local |evening )?(?:news|paper)\b|\b(?:(?:was|were|it was|story was|made|ran|made it)(?: all over| in| on| into)? (?:the )?(?:local |evening |front page of the )?(?:news|paper|papers|newspaper|channel \d{1,2}|tv|(?:[\p{L}]+ )?(?:gazette|journal|tribune|times|herald|courier|chronicle|dispatch|bugle|observer)))\b`,
    ),
    isMeant: (words, before, after) => {
      const around = before + after
      return (
        isAboutPatient(before, words, after) &&
        hasPlace(around) &&
        HAS_CONDITION.test(around) &&
        !/\b(?:trial|verdict|acquitted|famous|supreme|documentary)\b/iu.test(around)
      )
    },
  },
  {
    // Matches a birthday that is given as a holiday.
    kind: 'name-birth',
    pattern: buildPattern(
      String.raw`\b(?:(?:came|comes) into the world|(?:was|were) (?:born|delivered)|born|delivered|arrived|came|birthday (?:is|was))\b[^.\n]{0,25}?\b${HOLIDAY}(?!\p{L})(?:,? (?:of )?(?:(?:19|20)\d\d|this year|last year))?`,
    ),
    isMeant: (words, before, after) =>
      /deliver|world|birth/iu.test(words) ||
      (/born/iu.test(words) && !TEACHING_CONTEXT.test(after)) ||
      /\b(?:twins?|triplets|baby|babies|newborn|preemies?|infant|\d\d ?-?weekers?|birth)\b/iu.test(before + after),
  },
  {
    kind: 'name-birth',
    pattern: buildPattern(
      String.raw`\b(?:shares?|shared|same) (?:her|his|a|their)? ?birthday (?:with|as) [^.\n]{2,40}`,
    ),
    isMeant: (words, before, after) => isAboutPatient(before, words, after) && HAS_CONDITION.test(before + after),
  },
  {
    // Very few people are this old, so the age and the place identify one of them.
    kind: 'name-birth',
    pattern: buildPattern(
      String.raw`\b(?:(?:9\d|1[01]\d)[- ]?(?:y\.?\/?o\b|years?[- ]old|yrs? old)|(?:turn(?:s|ed|ing)?|will be|aged?) (?:9\d|1[01]\d)\b(?! ?(?:%|percent|mg|ml|minutes|days|hours|pages|degrees|/))|(?:a |one )hundred and (?:one|two|three|four|five|six)\b|centenarian)`,
    ),
    isMeant: (words, before, after) => hasPlace(getSentenceBefore(before) + words + getSentenceAfter(after)),
  },
]
