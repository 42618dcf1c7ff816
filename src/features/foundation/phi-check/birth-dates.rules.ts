import { BIRTH, DATE, FULL_DATE, MONTH } from './date-patterns.rules.ts'
import { type Pattern, buildPattern } from './phi-spans.rules.ts'

const NON_PERSON = String.raw`an?|the|this|that|is|was|are|were|be|been|in|on|of|at|to|for|from|with|and|or|but|by|about|over|under|only|just|who|had|has|have|my|our|his|her|their|your|male|female|man|woman|men|women|boy|girl|lady|gentleman|guy|patients?|pts?|clients?|residents?|plaintiff|decedent|defendant|case|mother|father|mom|dad|son|daughter|wife|husband|sister|brother|baby|infant|child|kid|elderly|young|healthy|obese|diabetic|retired|nurse|teacher|driver|worker|veteran|widow|adult|white|black|hispanic|asian|old|older|years?|approximately|roughly|nearly|almost|around|age|aged|post|op|day|status|new|same|example|says?|said|hypothetical|typical|another|one|two|three|think|if|when|as|it|she|he|they|we|i|you|not|no|than|then|hours?|minutes?|took|take|takes|every|each|last|past|next|within|after|before|since|until|up|down|out|up`

/** Patterns for dates of birth, and for names without capitals next to an age. */
export const BIRTH_DATE_PATTERNS: Pattern[] = [
  {
    kind: 'name-birth',
    pattern: buildPattern(
      String.raw`${BIRTH}(?:[^\n]{0,40}?${DATE}|[^\n]{0,25}?${MONTH},? (?:of )?(?:19|20)\d\d\b|\s{0,3}:?\s{0,3}${DATE})`,
    ),
  },
  {
    kind: 'name-birth',
    pattern: /(?<![\p{L}\d/.-])\d{1,2} ?[/.-] ?\d{1,2} ?[/.-] ?(?:19\d\d|'?[3-9]\d)(?![\d/-]|\.\d)/gu,
    isMeant: (_, before) =>
      !/\b(?:since|effective|eff\.?|revised|rev\.?|dated|enacted|adopted|decided|published|issued|version|amended|started|hired|graduated|licensed|argued|retired|until|to|through)\b[^.\n]{0,15}$|\bI [^.\n]{0,40}$/u.test(
        before,
      ),
  },
  {
    kind: 'name-birth',
    // Matches unknown names in lowercase: two words at the start of a sentence or clause, followed by an age.
    pattern: buildPattern(
      String.raw`(?:^|[.\n!?:;,(-] {0,2}|\b(?:on|for|so|my|our|with|about|and|was|is|named|of|law|sister|brother|mother|father|aunt|uncle|cousin|neighbor|friend|patient|pt|client|claimant|resident|lady) )(?!(?:${NON_PERSON})\b)[\p{L}'-]{3,20} (?:\p{L}\.? )?(?!(?:${NON_PERSON})\b)[\p{L}'-]{2,20}(?: [js]r\.?)?[,\s(-]{1,3}(?:aged? \d{1,3}\b|\d{1,3}[- ]?(?:y\.?\/?o\b|yrs?\b|(?:years?|months?|weeks?|days?)[- ]old\b|[mf]\b))`,
    ),
    isMeant: (_, before) => !/\b(?:dr|prof|hon|atty)$/iu.test(before),
  },
  { kind: 'name-birth', pattern: /(?:19|20)\d\d ?年 ?\d{1,2} ?月 ?\d{1,2} ?日/gu },
  {
    kind: 'name-birth',
    pattern: buildPattern(
      String.raw`(?<!\p{L})(?:née?|date de naissance|fecha de nacimiento|nacimiento|nascimento|geburtsdatum|data di nascita|ngày sinh|cumple(?:años)?|nacid[oa]|geb(?:oren)?\.?|nat[oa]|nascid[oa]|ipinanganak|sinh|urodzon[aey])(?!\p{L})[^\n]{0,20}?\d{1,2}[^\n]{1,16}?(?:(?:19|20)\d\d|\d\d)\b`,
    ),
  },
  {
    kind: 'name-birth',
    pattern: buildPattern(String.raw`${BIRTH}[\s:#=(-]{0,4}(?:is |was )?(?:\d{8}|\d{1,2} \d{1,2} \d{2,4})\b`),
  },
  {
    kind: 'name-birth',
    pattern: buildPattern(
      String.raw`${FULL_DATE}[\s,(]{1,3}(?:is |was |as )?(?:her |his |their |the |pt )?(?:\bdob\b|birth ?da(?:y|te)|date of birth)`,
    ),
  },
]
