import type { Random } from '#shared/random.ts'
import { MIN_PASSING_PERCENT, getScorePercent } from './exams.rules.ts'

/**
 * A lecture is recommended for review only if the attempt asked at least this many questions about it. With fewer,
 * members could tell which question they missed.
 */
export const MIN_QUESTIONS_TO_NAME_LECTURE = 3

/** Always picks the last candidate, which keeps the original order. */
const inOrder: Random = (below) => below - 1

/** A question as asked in an attempt: its version, and its option indices in displayed order. */
type AskedQuestion = { questionId: string; version: number; order: number[] }

type BankQuestion = { id: string; version: number; options: readonly string[]; lectureId: string | null }

/**
 * Chooses the questions of a new attempt: the whole bank in order or, with `draw`, that many in random order. Options
 * are always shuffled.
 */
export function drawPaper(bank: readonly BankQuestion[], draw: number | null, random: Random): AskedQuestion[] {
  const asked = draw === null ? bank : shuffle(drawEvenly(bank, draw, random), random)
  return asked.map(({ id, version, options }) => ({
    questionId: id,
    version,
    order: shuffle([...options.keys()], random),
  }))
}

/** The preview for visitors: as many questions as an attempt has, always the same ones. */
export function pickSampleQuestions<Question extends BankQuestion>(
  bank: readonly Question[],
  draw: number | null,
): readonly Question[] {
  if (draw === null) return bank
  const chosen = new Set(drawEvenly(bank, draw, inOrder))
  return bank.filter((question) => chosen.has(question))
}

/** Draws the same number from each lecture, as long as the bank has enough. */
function drawEvenly<Question extends BankQuestion>(
  bank: readonly Question[],
  draw: number,
  random: Random,
): Question[] {
  const lectures = [...Map.groupBy(bank, ({ lectureId }) => lectureId).values()]
  const piles = shuffle(lectures, random).map((questions) => shuffle(questions, random))
  const rounds = Math.max(0, ...piles.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => piles.flatMap((pile) => pile.slice(round, round + 1)))
    .flat()
    .slice(0, draw)
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = random(last + 1)
    ;[mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item]
  }
  return mixed
}

type Lecture = { name: string; slug: string }

/**
 * After a failed attempt: lectures with too many wrong answers, in order, if that does not reveal which questions were
 * missed.
 */
export function findLecturesToReview(counted: readonly { lecture: Lecture | null; isRight: boolean }[]): Lecture[] {
  const graded = counted.flatMap(({ lecture, isRight }) => (lecture ? [{ lecture, isRight }] : []))
  const lectures = [...Map.groupBy(graded, ({ lecture }) => lecture.slug).values()].flatMap((asked) => {
    const score = asked.filter(({ isRight }) => isRight).length
    const isReviewed =
      asked.length >= MIN_QUESTIONS_TO_NAME_LECTURE &&
      getScorePercent({ score, total: asked.length }) < MIN_PASSING_PERCENT
    return isReviewed && asked[0] ? [asked[0].lecture] : []
  })
  // Compares digits as numbers, because lecture names start with a number.
  return lectures.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
}
