import { PictureCard, useWayOn } from '#features/playback/ui/picture-card.tsx'
import { dollars } from '#shared/dollars.ts'
import { pageOf } from '#shared/kinds.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { Sample } from '../samples.contract.ts'

/** At the end of the free lecture, over its picture: the course that it is of. */
export function SampleEnd({ sample, onStay }: { sample: Sample; onStay: () => void }) {
  const way = useWayOn()
  return (
    <PictureCard label="What comes next" lead="That was the free lecture of" title={sample.course_name}>
      <ButtonLink ref={way} to={pageOf('course', sample.course_id)} variant="buy">
        See the course, <span className="money">{dollars(sample.price)}</span>
      </ButtonLink>
      <Button variant="quiet" onClick={onStay}>
        Stay here
      </Button>
    </PictureCard>
  )
}
