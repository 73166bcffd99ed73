import { Failure, UsageError } from './failure.ts'
import type { Output } from './output.ts'

/**
 * Asks the user to confirm an action, unless `yes` is set. `action`: a sentence such as "This deletes soaprun/harbor."
 * Throws UsageError if there is no terminal, and Failure if the answer is no.
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
