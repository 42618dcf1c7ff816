import type { ComponentProps } from 'react'
import { PictureCard, useWayOn } from '#features/foundation/playback/ui/picture-card.tsx'
import { Player } from '#features/foundation/playback/ui/player.tsx'
import { useAtEnd } from '#features/foundation/playback/ui/use-at-end.ts'
import { dollars } from '#shared/dollars.ts'
import { pageOf } from '#shared/kinds.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { Sample } from '../samples.contract.ts'

type PlayedSampleProps = Omit<ComponentProps<typeof Player>, 'over'> & { sample: Sample }

/** What is loaded when somebody has pressed Play: all of it, so that nothing is missing at the end. */
export function PlayedSample({ sample, ...playing }: PlayedSampleProps) {
  const [isAtEnd, stay] = useAtEnd(playing.media)
  return <Player {...playing} over={isAtEnd && <SampleEnd sample={sample} onStay={stay} />} />
}

/** At the end of the free lecture, over its picture: the course that it is of. */
function SampleEnd({ sample, onStay }: { sample: Sample; onStay: () => void }) {
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
