// The console on the owner page: the game's own forms, a field for any line, and the output.
import type { ConsoleForm } from '../../../games/game.ts'
import type { Content } from '../layout/frame.tsx'
import { OwnerForm } from './owner-form.tsx'

export interface ConsoleResult {
  readonly line: string
  readonly answers: readonly string[]
}

export function ConsoleSection({
  forms,
  result,
}: {
  forms: readonly ConsoleForm[]
  result: ConsoleResult | undefined
}): Content {
  return (
    <section aria-labelledby="console">
      <h2 id="console">Console</h2>
      <div data-answers class="answers" role="log" aria-label="Answers" tabindex={0}>
        {result && <Answers {...result} />}
      </div>
      {forms.map(({ title, content }) => (
        <OwnerForm action="say">
          <fieldset>
            <legend>{title}</legend>
            {content}
          </fieldset>
        </OwnerForm>
      ))}
    </section>
  )
}

function Answers({ line, answers }: ConsoleResult): Content {
  return (
    <>
      <p>
        <code dir="auto">{line}</code>
      </p>
      {answers.length === 0 ? (
        <p class="quiet">Done. The command had no output.</p>
      ) : (
        <pre dir="auto">{answers.join('\n')}</pre>
      )}
    </>
  )
}
