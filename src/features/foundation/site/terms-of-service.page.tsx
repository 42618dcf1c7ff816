import { apiContext } from '#web/client/api-context.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/terms-of-service.page.ts'
import type { readPolicyText } from './site.contract.ts'
import { Policy } from './ui/policy.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof readPolicyText>('GET /Academy/api/site/policies/:policy/', {
    params: { policy: 'terms' },
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms of Service',
    description: 'The terms for using this site and buying from it, including licenses, refunds, and certificates.',
    path: '/TermsOfService/',
  })

export default function TermsOfServicePage({ loaderData }: Route.ComponentProps) {
  return <Policy title="Terms of Service" policy={loaderData} />
}
