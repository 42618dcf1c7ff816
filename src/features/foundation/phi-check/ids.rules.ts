import { hasDigits, HAS_DATE, isNotRange, countDigits, type Pattern, buildPattern } from './phi-spans.rules.ts'
import { LEADS_TO, NUMBER } from './numbers.rules.ts'

const INSURER = String.raw`aetna|cigna|humana|bcbs\p{L}{0,2}|blue ?cross(?: ?blue ?shield)?|tricare|va|united ?health ?care|uhc|anthem|kaiser|molina|centene|ambetter|wellcare|state ?farm|geico|allstate|progressive|liberty mutual|farmers|nationwide|travelers|sedgwick|hartford|zurich|usaa`

/** Patterns for numbers that identify one person: from a hospital, insurer, court, or implant maker. */
export const ID_PATTERNS: Pattern[] = [
  {
    kind: 'record-number',
    pattern: buildPattern(
      String.raw`\b(?:m\.?r\.?n?\.?|mr ?(?=#|no|num)|med(?:ical)?\.? ?rec(?:ord)?s?|(?:chart|record|patient|pt|encounter|visit|hospital|unit|accession|specimen|admission|inmate|booking|acct|account|rec)(?:'s)? ?(?:numbers?|no\.?|num|nbr|#|id)|fin|csn|har|hrn|urn|umrn|pid|empi|mpi|nhi|acct|(?:emr|ehr|epic|cerner|meditech|donor|sample) ?(?:numbers?|no|#|id)|patient account|id|identifier)(?![\p{L}])${LEADS_TO}${NUMBER}`,
    ),
    isMeant: hasDigits(4),
  },
  {
    kind: 'record-number',
    pattern: buildPattern(
      String.raw`\b(?:m\.?r\.?n\.?|mr ?#|med(?:ical)?\.? rec(?:ord)?\.? (?:no|num|number|#))(?!\p{L})${LEADS_TO}${NUMBER}`,
    ),
    isMeant: hasDigits(3),
  },
  {
    kind: 'record-number',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d$.,:/-])[a-z]{0,3}-?\d[\d-]{3,12}\d[^\n.]{0,30}\b(?:mrn|medical record|chart number|wrist ?band|record number|bracelet|sticker|bar ?code|patient id|(?:claim|policy) (?:no|number|#)|member id)\b`,
    ),
    isMeant: (words) => !/^(?:19|20)\d\d\b/u.test(words) && !HAS_DATE.test(words),
  },
  {
    kind: 'record-number',
    pattern: buildPattern(
      String.raw`\b(?:chart|hosp(?:ital)?|file|acct|account|visit|encounter|pt|patient)[\s:]{1,3}${NUMBER}`,
    ),
    isMeant: (words) => hasDigits(5)(words) && !HAS_DATE.test(words),
  },
  {
    kind: 'record-number',
    pattern: buildPattern(
      String.raw`\b(?:bar ?code|label(?:l?ed)?|sticker|(?:wrist|arm) ?band|bracelet|face ?sheet|header|footer|strip|stamp(?:ed)?|tag)\b[^\n.]{0,40}?${NUMBER}`,
    ),
    isMeant: (words) => hasDigits(6)(words) && !HAS_DATE.test(words),
  },
  {
    kind: 'record-number',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d-])(?:[a-z]{1,4}-?)?\d[\d-]{3,11}\d[\s,()-]{1,3}(?:(?:is|was|being|her|his|their|the) ){0,3}(?:mrn|mr #|medical record|chart number|record number|patient id)\b`,
    ),
  },
  {
    kind: 'claim-number',
    pattern: buildPattern(
      String.raw`\b(?:claim|policy|case|docket|member(?:ship)?|subscriber|group|insurance|insured|insurer|medicare|medicaid|medi-cal|mbi|hicn?|beneficiary|comp|wc|carrier|auth(?:orization)?|referral|plan|matter|index|cause|loss|incident|ref(?:erence)?|lien|suit|probate|police|report|crash|accident|complaint|file|job|adjuster|bin|mbr|grp|${INSURER}) ?(?:numbers?|nos?\b\.?|num|nbr|#|id|card|file)(?:${LEADS_TO}|(?=\d))${NUMBER}`,
    ),
    isMeant: (words, before) => hasDigits(4)(words) && !HAS_DATE.test(words) && !/ vs?\.? /u.test(before),
  },
  {
    kind: 'claim-number',
    pattern: buildPattern(
      String.raw`\b(?:ref|reference|re|file|case|matter|incident|claim|policy|lien|group|comp|wc)[\s:#.]{1,3}(?:is |was |under )?${NUMBER}`,
    ),
    isMeant: (words, before) =>
      hasDigits(/\p{L}-?\d/u.test(words.split(/\s/u).at(-1) ?? '') ? 5 : 6)(words) &&
      !HAS_DATE.test(words) &&
      !/ vs?\.? /u.test(before),
  },
  {
    kind: 'claim-number',
    pattern: buildPattern(
      String.raw`\b(?:claim|policy|medicare|medicaid|mbi|hicn?|subscriber|grp|mbr|member|${INSURER})\b[\s:#(-]{1,3}(?:(?:is|was|under|as|member|id|ppo|hmo|advantage|plan) ){0,3}#?${NUMBER}`,
    ),
    isMeant: hasDigits(6),
  },
  {
    kind: 'claim-number',
    pattern: buildPattern(String.raw`\b(?:${INSURER})\b[^\n.]{0,30}?${NUMBER}`),
    isMeant: (words) => hasDigits(7)(words) && !HAS_DATE.test(words),
  },
  {
    kind: 'other',
    pattern: buildPattern(
      String.raw`\b(?:numbers?|num)\b[\s:]{0,3}(?:(?:is|was|of|on|for|her|his|the|their|it|says) ){0,4}["'(]?[a-z]{0,3}[- ]?\d[\d-]{3,14}`,
    ),
    isMeant: (words) => hasDigits(5)(words) && !HAS_DATE.test(words),
  },
  {
    kind: 'claim-number',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d-])\d{1,4}[:-](?:\d\d-)?(?:cv|cr|md|me|ca|civ|l|wc|med|pi)-?\d{3,7}\b|\b(?:cv|civ|wc|pi|med|clm)-?\d\d-?\d{3,7}\b`,
    ),
    isMeant: (_, before) => !/ vs?\.? /u.test(before),
  },
  {
    kind: 'claim-number',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d-])[1-9][ac-hj-km-np-rt-y][ac-hj-km-np-rt-y\d]\d[- ]?[ac-hj-km-np-rt-y][ac-hj-km-np-rt-y\d]\d[- ]?[ac-hj-km-np-rt-y]{2}\d{2}(?![\p{L}\d])`,
    ),
  },
  {
    kind: 'other',
    pattern: buildPattern(
      String.raw`\b(?:driver'?s?'? lic(?:ense|ence)?|dl|license plate|plate|passport|vin|serial|implant|device|rx|prescription|badge|visa|alien|account|military|employee|student)\b(?: ?(?:number|no\.?|num|#|id|serial|reg))?${LEADS_TO}${NUMBER}`,
    ),
    isMeant: (words) =>
      hasDigits(4)(words) && /#|\bno\b|number|\bid\b|plate|passport|\bdl\b|\bvin\b|licen[sc]e|serial|rx/iu.test(words),
  },
  {
    kind: 'other',
    pattern: buildPattern(
      String.raw`\b(?:passport|licen[sc]e|visa|inmate|device|implant|pacemaker|serial|lot|plate|id card|green card|military|student|mrn|chart|record|claim|policy)\b[^\n]{0,60}?(?:\b(?:no|nr|num|number|serial|reg|plate)\b\.?|#)[\s:#]{0,3}${NUMBER}`,
    ),
    isMeant: hasDigits(5),
  },
  {
    kind: 'other',
    pattern: buildPattern(
      String.raw`\b(?:user ?name|login|user id|handle|screen name|gmail|yahoo|hotmail|e-?mail)s?(?: address)?[\s:(]{1,3}(?:is |was |starts with )?["']?[\p{L}\d._@-]{0,20}[\d_@][\p{L}\d._@-]{2,20}`,
    ),
  },
  {
    kind: 'other',
    pattern: buildPattern(
      String.raw`\b(?:facebook|instagram|tiktok|gofundme|caringbridge|legacy|findagrave|venmo|twitter|x)\.(?:com|org)/[^\s)]{3,100}|\bip\b[^\n]{0,20}?\d{1,3}(?:\.\d{1,3}){3}`,
    ),
  },
  {
    kind: 'other',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d:-])(?:[\da-f]{2}[-:]){4,7}[\da-f]{2}(?![\p{L}\d:-])|-?\d{1,3}\.\d{4,},? {0,2}-?\d{1,3}\.\d{4,}`,
    ),
  },
  {
    // Matches a name as it is printed at a bedside, such as "BED 3 / CALLOWAY M".
    kind: 'name-birth',
    pattern:
      /\b(?:strip|sticker|label|(?:wrist|arm) ?band|bracelet|face ?sheet|header|footer|white ?board|monitor)\b[^.\n]{0,40}?\b\p{Lu}{4,20}(?:, ?\p{Lu}{2,20}| \p{Lu})(?![\p{L}])/gu,
  },
  { kind: 'other', pattern: buildPattern(String.raw`#\s?[a-z]{0,3}[- ]?\d[\d-]{3,14}`), isMeant: hasDigits(5) },
  // Matches a long number. A discussion would contain it for no other reason, so it probably identifies someone.
  {
    kind: 'other',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d.,$#/:~-])(?!(?:19|20)\d{6}\b)\d{7,14}(?:-\d{1,3})?(?![\p{L}\d/%~]|[.,-]\d| ?(?:units?|iu|mg|ml|mcg|cells|dollars)\b)`,
    ),
  },
  {
    kind: 'other',
    pattern: buildPattern(String.raw`(?<![\p{L}\d.$/~-])[a-z]{1,5}[- ]?\d{6,14}[a-z]?(?![\p{L}\d])`),
    isMeant: (words) => !/^[a-z]+ /u.test(words),
  },
  {
    kind: 'other',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d.$/:~-])(?=[a-z-]{0,8}\d)[\da-z]{1,11}(?:-[\da-z]{1,11}){1,4}(?![\p{L}\d/]|-\d)`,
    ),
    isMeant: isNotRange,
  },
  {
    kind: 'other',
    pattern: buildPattern(String.raw`(?<![\p{L}\d.$§-])\d{2,4}(?:\.\d{2,5}){2,3}(?![\d]|\.\d)`),
    isMeant: (words) => countDigits(words) >= 7,
  },
  {
    kind: 'other',
    pattern: /(?<![\p{L}\d-])(?=[A-Z\d]{7,17}(?![\p{L}\d]))[A-Z]{0,4}\d{1,12}[A-Z]{1,6}[A-Z\d]*/gu,
    isMeant: hasDigits(3),
  },
]
