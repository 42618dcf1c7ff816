import { useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import './rating.css'

const RATINGS = [1, 2, 3, 4, 5] as const
/** The labels at the ends of the scale. */
const ENDS: Readonly<Record<number, string>> = { 1: 'not at all', 5: 'completely' }

type RatingProps = {
  question: string
  value: number | null
  error: string | undefined
  onChange: (rating: number) => void
}

/** A rating from 1 to 5: five wide touch targets, which are one group for the arrow keys. */
export function Rating({ question, value, error, onChange }: RatingProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
      className="min-w-0"
    >
      <legend className="mb-2 font-semibold text-pretty">{question}</legend>
      <div className="rating">
        {RATINGS.map((rating) => (
          <label key={rating}>
            <input type="radio" name={id} value={rating} checked={value === rating} onChange={() => onChange(rating)} />
            {rating}
            {ENDS[rating] && <span className="sr-only">, {ENDS[rating]}</span>}
          </label>
        ))}
      </div>
      <p aria-hidden="true" className="rating-ends">
        <span>Not at all</span>
        <span>Completely</span>
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-2 flex items-start gap-1.5 text-sm font-medium text-danger">
          <Icon name="alert" className="mt-0.5" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
