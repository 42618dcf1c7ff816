import { useId, useState } from 'react'
import { playFrom } from '#features/foundation/playback/ui/control.ts'
import { splitByTimestamps } from '#shared/clock-time.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { PracticeQuestion } from '../study.contract.ts'

/** Practice questions after a lecture, with immediate answers and explanations. Nothing is sent to the server. */
export function PracticeQuestions({
  questions,
  media,
}: {
  questions: readonly PracticeQuestion[]
  media: HTMLMediaElement | null
}) {
  return (
    <section aria-labelledby="check-yourself" className="mt-8 print:break-before-page">
      <h2 id="check-yourself" tabIndex={-1} className="mb-1 text-xl outline-none">
        Practice questions
      </h2>
      <p className="mb-4 text-sm text-muted">Practice only. Not graded, and not on the exam.</p>
      <ol className="flex list-none flex-col gap-4">
        {questions.map((question) => (
          <li key={question.question} className="rounded-card border border-line bg-surface p-5">
            <Question question={question} media={media} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Question({
  question: { question, options, answer, rationale },
  media,
}: {
  question: PracticeQuestion
  media: HTMLMediaElement | null
}) {
  const name = useId()
  const [chosen, setChosen] = useState<number>()
  const isRight = chosen === answer
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-3 font-semibold text-pretty">{question}</legend>
        <div className="flex flex-col gap-2">
          {options.map((option, place) => {
            const isShownRight = chosen !== undefined && place === answer
            return (
              <label
                key={option}
                className={classes(
                  'flex min-h-12 cursor-pointer items-start gap-3 rounded-control border px-4 py-3 text-sm transition-colors hover:bg-wash has-checked:bg-wash',
                  isShownRight ? 'border-study-ink' : 'border-edge has-checked:border-link',
                )}
              >
                <input
                  type="radio"
                  name={name}
                  checked={chosen === place}
                  onChange={() => setChosen(place)}
                  className="size-6 shrink-0 accent-link"
                />
                <span className="min-w-0 flex-1 text-pretty">{option}</span>
                {isShownRight && (
                  <span className="flex items-center gap-1 font-semibold text-study-ink">
                    <Icon name="check" />
                    <span className="sr-only">Correct answer</span>
                  </span>
                )}
              </label>
            )
          })}
        </div>
      </fieldset>
      <div role="status">
        {chosen !== undefined && (
          <p className="mt-4 text-sm">
            <strong className={classes('font-semibold', isRight && 'text-study-ink')}>
              {isRight ? 'Correct.' : `Not quite. Correct answer: ${options[answer]}.`}
            </strong>{' '}
            <Reason text={rationale} media={media} />
          </p>
        )}
      </div>
    </>
  )
}

/** Explains an answer. Clicking a time in it ("Hear it again at 2:54") plays the lecture from there. */
function Reason({ text, media }: { text: string; media: HTMLMediaElement | null }) {
  return splitByTimestamps(text).map((segment) =>
    segment.seconds === undefined || !media ? (
      segment.text
    ) : (
      <button
        key={segment.text}
        type="button"
        aria-label={`Play from ${segment.text}`}
        onClick={() => {
          playFrom(media, segment.seconds ?? 0)
          media.scrollIntoView({ block: 'center' })
        }}
        className="money relative rounded-control font-semibold text-link underline underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3"
      >
        {segment.text}
      </button>
    ),
  )
}
