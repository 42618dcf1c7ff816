import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import type { OpenProduct } from '../../builder.contract.ts'
import { describePath, getBuilderSection } from './plan-paths.ts'

type FindingListProps = {
  product: Pick<OpenProduct, 'id' | 'plan' | 'fields'>
  findings: OpenProduct['findings']
  /** Set if a missing lecture can be added here. */
  onAddLecture?: () => void
}

/** What to fix in a draft. Each line links to its section. */
export function FindingList({ product, findings, onAddLecture }: FindingListProps) {
  const draft = pageAddress('/Studio/Catalogue/:id', { id: product.id })
  return (
    <ul className="flex flex-col rounded-card border border-line bg-surface px-4">
      {findings.map(({ at, message }) => (
        <li key={`${at.join('/')} ${message}`} className="border-t border-line py-2 first:border-t-0">
          {onAddLecture && getBuilderSection(at) === 'lectures' ? (
            <Button variant="link" className="-ml-3" onClick={onAddLecture}>
              Add a lecture
            </Button>
          ) : (
            <Link to={`${draft}?part=${getBuilderSection(at)}`} className="font-semibold text-link hover:underline">
              {describePath(product, at)}
            </Link>
          )}
          <span className="block text-sm">{message}</span>
        </li>
      ))}
    </ul>
  )
}
