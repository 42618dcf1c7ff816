import { useEffect, useId, useRef } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { toBase64 } from '#web/client/base64.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { MAX_FILE_BYTES } from '../question-import.contract.ts'
import type { readQuestionFile } from '../question-bank.contract.ts'
import type { questionBankActions } from './question-bank-actions.ts'
import { shrinkQuestionFile } from './shrink-question-file.ts'

const MAX_SHOWN = 20

type ImportReply = EndpointReply<typeof readQuestionFile>

export type FileQuestion = ImportReply['questions'][number]

type QuestionImportProps = { onRead: (questions: readonly FileQuestion[]) => void; onClose: () => void }

/**
 * Imports a question file and lists the questions that can't be used. Nothing is added until the author has reviewed
 * the result.
 */
export function QuestionImport({ onRead, onClose }: QuestionImportProps) {
  const heading = useId()
  const input = useRef<HTMLInputElement>(null)
  const action = useAction<typeof questionBankActions>({
    unreachable: 'The file couldn’t be read. Choose it again.',
  })
  const result = action.result('readQuestionFile')
  useEffect(() => input.current?.focus(), [])

  const read = async (file: File) => {
    const small = await shrinkQuestionFile(file)
    const content = small.size > MAX_FILE_BYTES ? '' : await toBase64(small)
    await action.submit('readQuestionFile', { name: file.name, bytes: small.size, content })
  }

  return (
    <section
      aria-labelledby={heading}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div>
        <h3 id={heading} className="text-lg">
          {' '}
          Import questions{' '}
        </h3>
        <p className="mt-1 text-sm text-muted">
          From Word (.docx), a text file, or a spreadsheet (Excel or CSV). From Moodle (XML or GIFT), Canvas (.zip or
          .imscc), or other programs (QTI .xml or .zip). Up to 500 questions, each with one right answer. Pictures can’t
          be used.
        </p>
      </div>
      <label className="flex flex-col gap-1 text-sm font-semibold">
        File
        <input
          ref={input}
          type="file"
          accept=".docx,.csv,.tsv,.xlsx,.xls,.ods,.txt,.gift,.xml,.zip,.imscc"
          aria-disabled={action.isBusy || undefined}
          onClick={(event) => {
            if (action.isBusy) event.preventDefault()
            // Allows the same file to be chosen again after it was fixed.
            else event.currentTarget.value = ''
          }}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void read(file)
            else action.clear()
          }}
          className="block w-full rounded-control border border-edge bg-surface px-3 py-2 text-base font-normal file:mr-4 file:rounded-control file:border file:border-edge file:bg-surface file:px-3 file:py-1 file:text-sm file:font-semibold file:text-link"
        />
      </label>
      <Disclosure label="Word and text format">
        <div className="text-sm text-pretty">
          <p>Number the questions, and put a letter before each option. Put an asterisk before the right option:</p>
          <pre className="mt-2 overflow-x-auto rounded-control bg-wash p-3 text-sm">
            {`1. Who starts a civil lawsuit?\n*A. The plaintiff\nB. The defendant\nC. The judge\nRationale: The plaintiff files the complaint.`}
          </pre>
          <p className="mt-2">
            You can also write “Answer: A” below the options, or format only the right option, such as in bold. The
            rationale is optional.
          </p>
        </div>
      </Disclosure>
      <Disclosure label="Spreadsheet format">
        <div className="text-sm text-pretty">
          <p>One row names the columns, in any order. Each row below is one question. Other columns aren’t used.</p>
          <pre className="mt-2 overflow-x-auto rounded-control bg-wash p-3 text-sm">
            {`question,option 1,option 2,option 3,answer,rationale\nWho starts a civil lawsuit?,The plaintiff,The defendant,The judge,1,The plaintiff files the complaint.`}
          </pre>
          <p className="mt-2">For the answer, enter the correct option word for word, or its number or letter.</p>
        </div>
      </Disclosure>
      <div aria-live="polite">
        {action.isBusy && <p className="text-sm">Reading the file…</p>}
        <ActionNotice action={action} />
        {result && <Outcome {...result} />}
      </div>
      <div className="flex flex-wrap gap-3">
        {result && result.read.questions.length > 0 && (
          <Button onClick={() => onRead(result.read.questions)}>
            Add {pluralize(result.read.questions.length, 'question')}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

function Outcome({ name, read }: { name: string; read: ImportReply }) {
  const { questions, refused, mistakes } = read
  return (
    <div className="flex flex-col gap-4">
      {questions.length > 0 && (
        <div>
          <p className="text-sm font-medium">
            {refused > 0
              ? `${questions.length} of ${questions.length + refused} questions in ${name} can be used.`
              : `${pluralize(questions.length, 'question')} in ${name}.`}{' '}
            They’ll be added at the end.
          </p>
          <ol className="mt-2 list-decimal pl-8 text-sm">
            {questions.slice(0, MAX_SHOWN).map(({ question, options, answer }) => (
              <li key={question} className="py-1 wrap-anywhere">
                {question} <span className="text-muted">{options[answer]}</span>
              </li>
            ))}
          </ol>
          {questions.length > MAX_SHOWN && (
            <p className="pl-8 text-sm text-muted">and {questions.length - MAX_SHOWN} more</p>
          )}
        </div>
      )}
      {mistakes.length > 0 && <Mistakes name={name} read={read} />}
    </div>
  )
}

/** Why questions, or the whole file, can't be used. */
function Mistakes({
  name,
  read: { questions, refused, mistakes, more_mistakes: more },
}: {
  name: string
  read: ImportReply
}) {
  const count = mistakes.length + more
  return (
    <div>
      {questions.length === 0 ? (
        <Notice kind="error">
          {refused > 0
            ? `Nothing was added, because none of the questions in ${name} can be used.`
            : `Nothing was added. Fix ${count === 1 ? 'the problem' : `${count} problems`} in ${name} and choose the file again.`}
        </Notice>
      ) : (
        <Notice>
          {refused > 0
            ? `${pluralize(refused, 'question')} will be left out. Add them by hand, or fix them and import them separately.`
            : 'Some of this file can’t be read.'}
        </Notice>
      )}
      <ul className="mt-3 flex flex-col text-sm">
        {mistakes.map(({ file, line, number, excerpt, message }) => (
          <li
            key={`${file} ${number} ${line} ${message}`}
            className="flex flex-col gap-x-4 border-t border-line py-2 first:border-t-0 sm:flex-row"
          >
            <span className="flex-none sm:w-32">
              {file !== null && <span className="block font-semibold wrap-anywhere">{file}</span>}
              <span className="block font-semibold">
                {number === null ? file === null && line === null && 'The file' : `Question ${number}`}
              </span>
              {line !== null && <span className="block text-muted">Line {line}</span>}
            </span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {excerpt !== null && <span className="block text-muted">{excerpt}</span>}
              {message}
            </span>
          </li>
        ))}
        {more > 0 && <li className="border-t border-line py-2 text-muted">And {more} more.</li>}
      </ul>
    </div>
  )
}
