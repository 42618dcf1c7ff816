import { isNonName } from './names.rules.ts'
import { type Pattern, buildPattern } from './phi-spans.rules.ts'

const STATE = String.raw`(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])`
const STREET = String.raw`(?:street|st|avenue|ave|av|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|way|terrace|ter|circle|cir|parkway|pkwy|highway|hwy|square|sq|trail|trl|loop|alley|landing|hollow|pass|point|bend|creek|meadows?|gardens?|mews|walk|glen|view|vista|hills?|park|estates|plaza|cove|manor|orchard|crescent|close|pike|turnpike|run|row|path|grove|heights|ridge|commons|crossing|route)`
const SURE_STREET = String.raw`(?:street|avenue|ave|boulevard|blvd|road|rd|lane|ln|drive|terrace|parkway|pkwy|circle|cir|trl)`
const HOUSE = String.raw`(?<![\p{L}\d.$§/-]|\d:)(?<!\b(?:rule|rules|lecture|module|lesson|chapter|part|section|unit|week|title|page|pages|exhibit|step|day|room|bed|level|stage|grade|line|question|item|slide|video) {0,1}\.? ?)\d{1,5}(?:-\d{1,4})?[a-d]?,?`
const DIRECTION = String.raw`(?:[nsew]\.?|[ns]\.?[ew]\.?|north|south|east|west)`

export const ADDRESS_PATTERNS: Pattern[] = [
  {
    kind: 'address',
    pattern:
      /\b(?:house|home|lives?|living|apartment|trailer)\b[^.\n\d]{0,20}? (?:on|at|by) (?:the corner of )?(?:\d{1,3}(?:st|nd|rd|th)|\p{Lu}[\p{L}']{2,15}) (?:and|&) (?:\d{1,3}(?:st|nd|rd|th)|\p{Lu}[\p{L}']{2,15})\b|\b[Nn]eighbou?rs? (?:at|in|from) (?:number |no\.? ?|# ?|unit |apt\.? )?\d{1,5}\b/gu,
  },
  {
    kind: 'address',
    pattern: new RegExp(
      String.raw`${HOUSE} (?:(?:[NSEW]|[NS][EW]|North|South|East|West)\.? )?(?:(?:\p{Lu}[\p{L}'.]{1,20}|\d{1,3}(?:st|nd|rd|th)) ){1,3}(?:${STREET}|${STREET.replaceAll(/\b[a-z]/gu, (char) => char.toUpperCase())})\b`,
      'gu',
    ),
    isMeant: (words, _, after) =>
      !/\bDr$/u.test(words) || !/^\.? \p{Lu}[\p{L}'-]+\s+(?:said|was|is|wrote|noted|testified|had|did)\b/u.test(after),
  },
  {
    kind: 'address',
    pattern: buildPattern(
      String.raw`${HOUSE} (?:${DIRECTION} )?(?!(?:hours?|days?|minutes?|years?|weeks?|months?|beds?|pages?|miles?|blocks?|feet|mg|ml|people|nurses?|patients?|times?|more|of|on|in|to|for|and|the|from|years?) )(?:[\p{L}\d'.]{2,20} ){1,2}${SURE_STREET}\b`,
    ),
  },
  {
    kind: 'address',
    pattern: buildPattern(
      String.raw`\b(?:liv(?:es?|ed|ing)|resid(?:es?|ed|ing|ent of)|address(?:es)?|stay(?:s|ed|ing)|home|house|moved|apartment|sent|mail(?:ed)?)\b[\s:,-]{1,3}(?:(?:is|was|at|on|to|near|over|of|in|the|her|his|currently|still|address|with|record|file|down) ){0,5}(?:listed as )?\d{1,5}(?:-\d{1,4})?[a-d]? (?!(?:hours?|days?|minutes?|years?|weeks?|months?|beds?|miles?|blocks?|mg|people|times?) ?)\p{L}[\p{L}'.]{2,}`,
    ),
  },
  {
    kind: 'address',
    pattern: buildPattern(String.raw`${HOUSE} (?:${DIRECTION} )?(?:[\p{L}\d'.]{2,20} ){1,2}st\b(?!\.? ?\p{L}{4,})`),
    isMeant: (words) => !/\b(?:of|on|in|to|for|and|the|from|with|mg|days?|hours?|is|at|was)\b/iu.test(words),
  },
  {
    kind: 'address',
    pattern: buildPattern(
      String.raw`${HOUSE} (?:${DIRECTION} )?(?:(?:county|state|old) )?(?:highway|hwy|route|rte|rt|county road|cr) \d{1,4}\b|\b(?:rural route|rr) ?#?\d{1,3},? box \d{1,5}|\bzip(?: ?code)?[\s:]{1,3}(?:is |was )?\d{5}\b`,
    ),
  },
  {
    kind: 'address',
    pattern:
      /(?<![\p{L}\d.$#§/:-])\d{1,5},? (?:Avenue|Ave\.|Rue|Calle|Via|Boulevard|Place) (?:of (?:the )?|de (?:la )?|d')?\p{Lu}|(?<![\p{L}\d.$#§/:-])\d{2,5} [NSEW]\.? \d{1,3}(?:st|nd|rd|th)\b/gu,
  },
  {
    kind: 'address',
    pattern:
      /(?<![\p{L}\d.$#§/:-])\d{1,5} (?:on|in) (?:\p{Lu}[\p{L}']{2,20} ){1,2}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Boulevard|Court|Place|Way|Terrace)\b|\b\p{Lu}[\p{L}']{2,20} (?:Street|Road|Lane|Avenue|Drive),? (?:no\.? ?|number |#)?(?!(?:19|20)\d\d)\d{1,4}\b/gu,
  },
  {
    kind: 'address',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d.$#§/:-])(?!(?:19|20)\d\d )\d{2,5} (?:\p{Lu}[\p{L}']{2,20} ?){1,3}, ?(?:\p{Lu}[\p{L}.']{1,20} ?){1,2},? ${STATE}\b`,
      'gu',
    ),
  },
  { kind: 'address', pattern: /\b(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-CEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d)\b/gu },
  { kind: 'address', pattern: buildPattern(String.raw`\bp\.? ?o\.? ?box \d{1,6}`) },
  { kind: 'address', pattern: new RegExp(String.raw`\b${STATE}\.?,? \d{5}(?:-\d{4})?\b`, 'gu') },
  {
    kind: 'address',
    pattern: buildPattern(
      String.raw`(?<![\p{L}\d])\d{1,4},? (?:rue|via|calle|avenida|rua|chemin|quai) (?:[\p{L}'-]{2,20}\b ?){1,3}`,
    ),
  },
  {
    kind: 'address',
    pattern: buildPattern(
      String.raw`\b(?:rue|calle|avenida|avda\.?|av\.|rua|via) (?:[\p{L}'-]{2,20} ){1,3}(?:no\.? ?|# ?)?\d{1,4}\b|\b[\p{L}]{3,20}(?:straße|strasse|gasse|weg) \d{1,4}\b`,
    ),
  },
  {
    kind: 'address',
    pattern: buildPattern(
      String.raw`\b(?:apt|apartment)\.? ?#? ?\d{1,4}[a-z]?\b|\b(?:trailer|lot|space) #? ?\d{1,4}[a-z]?,? (?:at|of|in|\p{L}{3,20}) \p{L}`,
    ),
  },
  {
    kind: 'address',
    pattern: /\b(?:at|from|to) (?:\d{3}|\d{5}|2[4-9]\d\d|[3-9]\d{3}) (?:[NSEW]\.? )?\p{Lu}[\p{L}']{3,20}/gu,
    isMeant: (words) => !isNonName(words.split(' ').at(-1) ?? ''),
  },
]
