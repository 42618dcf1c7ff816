import { countDigits, hasDigits, type Pattern, buildPattern } from './phi-spans.rules.ts'
import { LEADS_TO } from './numbers.rules.ts'

const PHONE_CUE =
  /\b(?:phone|cell|tel|telephone|mobile|text(?:ed)?|fax|call(?:ed|s)?|reach(?:ed)?|dial|contact|number|ring|landline|home|whatsapp|ph|daughter|son|wife|husband|mom|mother|family|neighbor|voicemail|vm|message|digits|line)\b/iu
const OFFICE_CUE =
  /^(?:info|support|help|contact|admin|office|billing|records|noreply|no-reply|sales|hello|education|certification|team|registrar|privacy|academy|mail|webmaster|jobs|careers|hr|news|newsletter|events|media|legal|subpoenas?|him|roi|frontdesk|front\.desk|intake|referrals|faculty|students?|library|service)[@+.]/iu

/** Patterns for contact details and government identifiers. */
export const CONTACT_PATTERNS: Pattern[] = [
  {
    kind: 'social-security',
    pattern: buildPattern(
      String.raw`\blast (?:four|4)(?: digits)?(?: of (?:his|her|the|their) \p{L}{2,10})?(?: are| is| were|:|,)? ?["']?\d{4}\b`,
    ),
    isMeant: hasDigits(4),
  },
  { kind: 'social-security', pattern: buildPattern(String.raw`(?<![\d-])\d{3} ?[-./ ] ?\d{2} ?[-./ ] ?\d{4}(?!\d)`) },
  {
    kind: 'social-security',
    pattern: buildPattern(
      String.raw`\b(?:ssn|soc(?:ial)?\.? sec(?:urity)?|(?:her|his|the|their|full) social)\b[^\n]{0,40}?\d[\d -]{2,12}\d\b`,
    ),
    isMeant: hasDigits(4),
  },
  {
    kind: 'social-security',
    pattern: buildPattern(String.raw`(?<![\d-])(?:[x*#]{3}[- .]?[x*#]{2}[- .]?\d{4}\b)`),
  },
  {
    kind: 'social-security',
    pattern: buildPattern(
      String.raw`\b(?:s\.?s\.?n?|soc(?:ial)?\.?(?: sec(?:urity)?)?|ss ?#|sin|nhs|nino|national insurance|curp|aadhaar|tax id)(?!\p{L})${LEADS_TO}\d[\d -]{2,12}\d\b`,
    ),
    isMeant: hasDigits(4),
  },
  {
    kind: 'mail',
    pattern: buildPattern(String.raw`(?<![\w.+-])[\w+-][\w.+-]{0,63}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4}`),
    isMeant: (words) => !OFFICE_CUE.test(words),
  },
  {
    kind: 'mail',
    pattern: buildPattern(
      String.raw`(?<![\w.+-])[\w.+-]{2,60} ?(?:@|[([]at[)\]]| at) ?(?:gmail|yahoo|hotmail|aol|outlook|icloud|comcast)\b`,
    ),
  },
  {
    kind: 'mail',
    pattern: buildPattern(
      String.raw`(?<![\w.])[\w][\w.]{1,40}(?: ?[([] ?at ?[)\]] ?| at )(?:gmail|yahoo|hotmail|outlook|aol|icloud|comcast|[\w-]{2,30}(?= ?[([]? ?dot))(?: ?[([]? ?dot ?[)\]]? ?|\.)(?:com|net|org|edu)\b`,
    ),
  },
  {
    kind: 'telephone',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d.]|\d-)(?:\+?1[-. ]{0,2})?(?:\(\d{3}\) ?[-.]? ?|\d{3} ?[-./*_ ] ?)\d{3} ?[-.*_ ]? ?\d{4}(?![\d]|-\d)`,
    ),
    isMeant: (words) => !/^(?:\+?1[-. ]{0,2})?\(?8(?:00|33|44|55|66|77|88)\D/u.test(words),
  },
  {
    kind: 'telephone',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d.$-])(?:1?\d{10}|\d{3} ?[-. ] ?\d{4}|(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[ -]){3}\d{4})(?![\p{L}\d]|[-.]\d)`,
    ),
    isMeant: (_, before, after) =>
      PHONE_CUE.test(before.slice(-80)) || /^.{0,12}\b(?:cell|home|mobile|phone|text)\b/iu.test(after),
  },
  {
    kind: 'telephone',
    pattern: buildPattern(String.raw`(?<![\p{L}\d.,$/:~-])\d{3}-\d{4}(?![\p{L}\d~]|[.,-]\d)`),
    isMeant: (_, before) =>
      !/\b(?:pages?|pp?\.?|bates|lines?|range|between|from|cpt|codes?|nos?\.?|rows?|through)[\s#:]{0,3}$/iu.test(
        before,
      ),
  },
  {
    kind: 'telephone',
    pattern: buildPattern(String.raw`(?<![\p{L}\d])(?:\+|\b00)[1-9]\d{0,2}(?:[-. ()]{0,2}\d{1,5}){2,6}(?![\d])`),
    isMeant: (words) => countDigits(words) >= 8,
  },
  {
    kind: 'telephone',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d])0(?:\d{2,4}[ -]\d{3,4}[ -]?\d{3,4}|\d(?:[ .-]\d\d){4}|(?<=0)\d{2}[-. ]\d{3}[-. ]\d\d[-. ]\d\d)(?![\d-])|(?<![\p{L}\d-])\d{3}[-. ]\d{3}[-. ]\d\d[-. ]\d\d(?![\d-])`,
    ),
  },
  {
    kind: 'telephone',
    pattern: buildPattern(
      String.raw`\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)(?:[ ,-]{1,3}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)\b){4,10}`,
    ),
  },
  { kind: 'telephone', pattern: /(?<![\d.,] ?)(?:\d[ -]){6,14}\d(?![ -]?\d)/gu },
]
