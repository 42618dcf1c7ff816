import { ActionError } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import type { readQuestionFile, regradeQuestion } from '../question-bank.contract.ts'
import { MAX_FILE_BYTES } from '../question-import.contract.ts'

export const questionBankActions = {
  regrade: (id: string, key: string) =>
    call<typeof regradeQuestion>('POST /Academy/api/studio/products/:id/questions/:key/mark-again/', {
      params: { id, key },
      body: {},
      limitMs: 60_000,
    }),
  readQuestionFile: async ({ name, bytes, content }: { name: string; bytes: number; content: string }) => {
    if (bytes > MAX_FILE_BYTES)
      throw new ActionError('This file is larger than 1 MB, even without pictures. Split it into several files.')
    const read = await call<typeof readQuestionFile>('POST /Academy/api/studio/question-files/', {
      body: { name, content },
      limitMs: 30_000,
    })
    return { name, read }
  },
}
