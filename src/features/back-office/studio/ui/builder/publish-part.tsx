import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import { formatList } from '#shared/format-list.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getProductPage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { publishProduct, OpenProduct } from '../../builder.contract.ts'
import type { builderActions } from './builder-actions.ts'
import { NextSetupStep } from '../setup.tsx'
import { usePanelFocus } from '../use-panel-focus.ts'
import { useDraft } from './draft-context.tsx'
import { findQuestionsWithoutLecture } from '#features/learning/question-bank/ui/questions-without-lecture.ts'
import { FindingList } from './finding-list.tsx'
import { DifferenceChoices } from './save-status.tsx'
import { useAddLecture } from './use-add-lecture.ts'
import type { Publishing } from './use-publishing.ts'
import { Versions } from './versions.tsx'

export function PublishSection({ publishing }: { publishing: Publishing }) {
  const { view } = useDraft()
  const { id, kind, revision, differences, address, is_on_sale: isOnSale } = view.worked
  const { action, published } = publishing
  const changedLectures = published?.lectures ?? []
  const toMark = published?.keys_to_mark ?? 0
  return (
    <section aria-labelledby="publish" className="flex flex-col gap-8">
      <h2 id="publish" className="text-xl">
        Preview and publish
      </h2>
      <p className="flex flex-wrap gap-x-8">
        <TextLink to={pageAddress('/Studio/Catalogue/:id/Preview', { id })}>Preview</TextLink>
        {address !== null && isOnSale && <TextLink to={getProductPage(kind, address)}>View live page</TextLink>}
      </p>
      <Findings title="Fix before publishing" findings={view.worked.findings} />
      <Findings title="This won’t appear as you typed it" findings={view.worked.warnings} />
      <WithoutLecture />
      {differences.length > 0 && <Differences />}
      <ActionNotice action={action} />
      {published && (
        <p className="-mt-4 empty:hidden">
          <NextSetupStep />
        </p>
      )}
      {toMark > 0 && <PendingRegrades many={toMark} />}
      {changedLectures.length > 0 && <LecturesToAnnounce lectures={changedLectures} />}
      {revision > 0 && <PublishForm publishing={publishing} />}
      {revision === 0 && !action.status && !action.isBusy && (
        <Notice>No unpublished changes. Visitors see this version.</Notice>
      )}
      <Versions />
    </section>
  )
}

function Findings({ title, findings }: { title: string; findings: OpenProduct['findings'] }) {
  const { view } = useDraft()
  const addLecture = useAddLecture()
  if (findings.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-base font-semibold">{title}</h3>
      <FindingList product={view.worked} findings={findings} onAddLecture={addLecture} />
    </div>
  )
}

/** A warning that does not prevent publishing. */
function WithoutLecture() {
  const { view } = useDraft()
  const numbers = findQuestionsWithoutLecture(view.worked.plan)
  if (numbers.length === 0) return null
  const isOne = numbers.length === 1
  return (
    <Notice>
      {isOne ? 'Exam question' : 'Exam questions'} {formatList(numbers.map(String), 'and')}{' '}
      {isOne ? 'refers to a lecture that is' : 'refer to lectures that are'} no longer in the course. Publishing removes
      the {isOne ? 'reference' : 'references'}.
    </Notice>
  )
}

function Differences() {
  const { view } = useDraft()
  const { differences } = view.worked
  const [choices, setChoices] = useState<Record<string, 'mine' | 'theirs'>>({})
  const action = useAction<typeof builderActions>()
  return (
    <div>
      <Notice kind="error">This changed elsewhere after you started the draft. Choose which version to keep.</Notice>
      <DifferenceChoices
        differences={differences}
        choices={choices}
        onChoose={setChoices}
        mine="In this draft"
        theirs="Published version"
      />
      <Button
        busy={action.isBusy}
        disabled={differences.some(({ at }) => choices[at.join('/')] === undefined)}
        onClick={() => void action.submit('rebase', choices)}
      >
        Update draft
      </Button>
      <ActionNotice action={action} />
    </div>
  )
}

type Lectures = EndpointReply<typeof publishProduct>['lectures']

/** Publishing does not regrade anything by itself, so this links to the page for that. */
function PendingRegrades({ many }: { many: number }) {
  return (
    <Notice>
      {pluralize(many, 'question')} {many === 1 ? 'has' : 'have'} a corrected answer key. Some attempts were graded with
      the old one.{' '}
      <Link to="?part=examination" className="font-semibold text-link hover:underline">
        See who passes after regrading
      </Link>
      .
    </Notice>
  )
}

/** Publishing notifies no one, so this offers to do it. */
function LecturesToAnnounce({ lectures }: { lectures: Lectures }) {
  const { view } = useDraft()
  if (view.worked.owners === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-base font-semibold">Notify learners?</h3>
      <p className="text-sm text-muted">Publishing alone doesn’t notify anyone. These lectures are new or changed.</p>
      <ul className="mt-2 flex flex-col rounded-card border border-line bg-surface px-4">
        {lectures.map(({ key, name }) => (
          <li key={key} className="border-t border-line py-2 first:border-t-0">
            <Link to={`?part=lecture-${key}#tell-owners`} className="font-semibold text-link hover:underline">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PublishForm({ publishing: { action, isOnSale, setOnSale, publish } }: { publishing: Publishing }) {
  const { view } = useDraft()
  const { kind, owners, address } = view.worked
  const [isAsking, setAsking] = useState(false)
  const { opener, panel } = usePanelFocus(isAsking)
  const navigate = useNavigate()
  const discard = async () => {
    if ((await action.submit('discard')) && address === null) await navigate(pageAddress('/Studio/Catalogue/'))
  }
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6">
      {owners > 0 && (
        <p className="text-sm text-pretty">
          {pluralize(owners, 'member')} {owners === 1 ? 'has' : 'have'} this {kind} and will see the change.
          {kind === 'course' &&
            ' Completed lectures stay completed, even if renamed or moved. Results and certificates don’t change until you regrade attempts with a corrected answer key.'}
        </p>
      )}
      <Checkbox checked={isOnSale} onChange={({ currentTarget }) => setOnSale(currentTarget.checked)}>
        For sale: visitors can find and buy it
      </Checkbox>
      <div className="flex flex-wrap gap-3">
        <Button busy={action.isRunning('publish')} onClick={() => void publish()}>
          Publish
        </Button>
        {!isAsking && (
          <Button ref={opener} variant="link" disabled={action.isBusy} onClick={() => setAsking(true)}>
            Discard draft…
          </Button>
        )}
      </div>
      <div ref={panel} className="empty:hidden">
        {isAsking && (
          <Notice
            action={
              <>
                <Button variant="quiet" onClick={() => void discard()}>
                  {' '}
                  Discard draft{' '}
                </Button>
                <Button variant="link" onClick={() => setAsking(false)}>
                  {' '}
                  Cancel{' '}
                </Button>
              </>
            }
          >
            {address === null
              ? 'This deletes the whole product, because it was never published.'
              : 'This deletes all unpublished changes. The published version stays.'}
          </Notice>
        )}
      </div>
    </div>
  )
}
