import type { enrollMembers } from '../enrollment.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { saveAs } from '#web/client/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

export type EnrollmentReply = EndpointReply<typeof enrollMembers>
export type ChosenEncoding = EnrollmentReply['encodings'][number]['encoding'] | null

/** The file does not say which encoding it uses, but a person who sees the names can tell. */
export function ChooseEncoding({
  encodings,
  onChoose,
}: Pick<EnrollmentReply, 'encodings'> & { onChoose: (encoding: ChosenEncoding) => void }) {
  return (
    <>
      <Notice kind="info">
        This file isn’t UTF-8, so its accented letters can be read in several ways. Choose the encoding that shows all
        names correctly.
      </Notice>
      <ul className="mt-3 flex flex-col text-sm">
        {encodings.map(({ encoding, label, sample }) => (
          <li
            key={encoding}
            className="flex flex-col gap-3 border-t border-line py-3 first:border-t-0 sm:flex-row sm:items-start"
          >
            <div className="min-w-0 grow">
              <p className="font-semibold">{label}</p>
              <pre className="overflow-x-auto">{sample.join('\n')}</pre>
            </div>
            <Button variant="quiet" onClick={() => onChoose(encoding)}>
              Use {label}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">If none is correct, open the original and save it as “CSV UTF-8.”</p>
    </>
  )
}

type OutcomeProps = { name: string; reply: EnrollmentReply }

/** What would happen, and the rows with mistakes. */
export function EnrollmentOutcome({ name, reply }: OutcomeProps) {
  const { message, mistakes, more_mistakes: more, rejected, rejected_csv: csv, ignored_sheets: sheets } = reply
  const rows = rejected === 1 ? 'this row' : `these ${rejected} rows`
  return (
    <>
      <Notice kind={reply.granted > 0 || mistakes.length === 0 ? 'info' : 'error'}>
        {reply.granted > 0 || mistakes.length === 0
          ? message
          : `${reply.had > 0 ? 'Everyone else in this file already has access.' : 'No one was enrolled.'} Fix ${mistakes.length + more === 1 ? 'the problem' : `${mistakes.length + more} problems`} in ${name} and choose the file again.`}
      </Notice>
      {sheets.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Only the first sheet was read, not {sheets.map((sheet) => `“${sheet}”`).join(', ')}.
        </p>
      )}
      {mistakes.length > 0 && (
        <ul className="mt-3 flex flex-col text-sm">
          {mistakes.map(({ line, message: wrong }) => (
            <li
              key={`${line} ${wrong}`}
              className="flex flex-col border-t border-line py-2 first:border-t-0 sm:flex-row sm:gap-4"
            >
              <span className="flex-none font-semibold sm:w-24">{line === null ? 'The file' : `Row ${line}`}</span>
              <span className="min-w-0 wrap-anywhere">{wrong}</span>
            </li>
          ))}
          {more > 0 && <li className="border-t border-line py-2 text-muted">And {more} more.</li>}
        </ul>
      )}
      {csv !== '' && (
        <Button
          variant="quiet"
          className="mt-3"
          onClick={() => saveAs(new Blob([csv], { type: 'text/csv' }), `problems-${name.replace(/\.\w+$/, '')}.csv`)}
        >
          Download {rows} to fix
        </Button>
      )}
    </>
  )
}
