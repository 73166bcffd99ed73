import { Failure, UsageError } from './failure.ts'
import type { Output } from './output.ts'

/**
 * Asks before an action that cannot be undone, unless `yes`. Throws UsageError where nobody can be asked, and Failure if the
 * answer is no. `action`: a sentence such as "This deletes soaprun/harbor."
 */
export async function requireConfirmation(
  action: string,
  yes: boolean | undefined,
  output: Output,
): Promise<void> {
  if (yes) return
  if (!output.ask) throw new UsageError(`${action} Pass --yes to confirm`)
  const answer = await output.ask(`${action} Continue? [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('cancelled: nothing was changed')
}
