import { Time } from '#web/shell/time.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { readQuestionStats } from '../question-bank.contract.ts'

export type QuestionStatsReply = EndpointReply<typeof readQuestionStats>

export type Version = QuestionStatsReply['questions'][number]['versions'][number]

const percent = (share: number) => `${Math.round(share * 100)}%`

/** A short form of the statistics, for the question's row; empty if there are too few attempts. */
export function QuestionStatsSummary({ version }: { version: Version | undefined }) {
  const right = version?.figures.right ?? null
  return right === null ? null : <span>{percent(right)} correct on the first attempt</span>
}

type ExamReliabilityProps = { reliability: QuestionStatsReply['reliability'] }

export function ExamReliability({ reliability }: ExamReliabilityProps) {
  return <p className="mt-1 max-w-text text-sm text-pretty text-muted">{describeReliability(reliability)}</p>
}

export function QuestionStats({ versions: [today, ...earlier] }: { versions: readonly Version[] }) {
  if (!today) return null
  const known = earlier.filter(({ figures }) => figures.members > 0)
  return (
    <section className="rounded-control border border-line px-4 py-3 text-sm">
      <h3 className="text-sm font-semibold">
        First attempts
        {(known.length > 0 || today.version > 1) && (
          <>
            {' '}
            since <Time at={today.since} />, when this question last changed
          </>
        )}
      </h3>
      <VersionStats version={today} />
      {known.length > 0 && (
        <Disclosure label="Earlier versions" className="mt-1">
          {known.map((version) => (
            <div key={version.version} className="border-t border-line py-2">
              <p className="font-medium text-pretty">
                Since <Time at={version.since} />: {version.question}
              </p>
              <VersionStats version={version} />
            </div>
          ))}
        </Disclosure>
      )}
    </section>
  )
}

function VersionStats({ version: { options, answer, figures } }: { version: Version }) {
  const { members, right, discrimination, chosen, left_out: leftOut, attracts } = figures
  if (right === null)
    return (
      <p className="mt-1 text-muted">
        {members === 0
          ? 'No first attempts yet.'
          : `${pluralize(members, 'first attempt')} so far. Statistics appear after 20.`}
      </p>
    )
  const attracting = attracts === null ? undefined : options[attracts]
  return (
    <>
      <p className="mt-1 text-pretty">
        {percent(right)} of {members} members answered correctly. {formatDiscrimination(discrimination)}
        {attracting !== undefined &&
          attracts !== null &&
          ` Most common wrong answer: “${attracting}” (${percent(chosen[attracts] ?? 0)}).`}
      </p>
      <table className="mt-2 w-full max-w-text">
        <caption className="sr-only">How often each option was chosen on the first attempt</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Option</th>
            <td aria-hidden="true" />
            <th scope="col">Chosen by</th>
          </tr>
        </thead>
        <tbody>
          {options.map((text, index) => (
            <Row
              key={text}
              text={`${text}${index === answer ? ' (correct)' : ''}`}
              share={chosen[index] ?? 0}
              isRight={index === answer}
            />
          ))}
          {leftOut !== null && leftOut > 0 && <Row text="Not answered" share={leftOut} isRight={false} />}
        </tbody>
      </table>
    </>
  )
}

function Row({ text, share, isRight }: { text: string; share: number; isRight: boolean }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pr-4 text-left font-normal wrap-anywhere">
        {text}
      </th>
      <td className="w-20 py-1.5 align-middle" aria-hidden="true">
        <span className="block h-2 rounded-full bg-wash">
          <span
            className={`ground-sign block h-2 rounded-full ${isRight ? 'bg-study' : 'bg-edge'}`}
            style={{ width: percent(share) }}
          />
        </span>
      </td>
      <td className="w-12 py-1.5 text-right align-top tabular-nums">{percent(share)}</td>
    </tr>
  )
}

function describeReliability({ members, is_too_few: isTooFew, kr20, sem }: QuestionStatsReply['reliability']): string {
  if (isTooFew) return 'Reliability (KR-20): shown once 20 learners have taken the exam.'
  if (kr20 === null || sem === null) return 'Reliability (KR-20): can’t be calculated, because scores hardly differ.'
  const margin = sem.toFixed(1)
  const parts = [
    `Reliability (KR-20): ${formatCoefficient(kr20)}, from ${members} first attempts.`,
    `Scores of the same person would vary by about ±${margin} ${margin === '1.0' ? 'question' : 'questions'}.`,
    '0.70 and above is good for a classroom exam.',
  ]
  if (kr20 < 0)
    parts.push(
      'A negative value means that questions contradict each other. Check that the right options are marked correct.',
    )
  return parts.join(' ')
}

const formatCoefficient = (coefficient: number) => coefficient.toFixed(2).replace('-', '−')

function formatDiscrimination(discrimination: number | null): string {
  if (discrimination === null) return ''
  const index = `Discrimination index ${formatCoefficient(discrimination)}`
  if (discrimination < 0)
    return `${index}: negative. Strong learners miss it more often than others. Check that the right option is marked correct.`
  if (discrimination < 0.1) return `${index}: low.`
  if (discrimination < 0.3) return `${index}: fair.`
  return `${index}: good.`
}
