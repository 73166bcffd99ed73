// The console on the host page: the game's own forms, a free line, and the answers.
import type { ConsoleForm } from '../../games/game.ts'
import { Act } from './act.tsx'
import type { Content } from './frame.tsx'

/** A console line and its answers. */
export interface Spoken {
  readonly line: string
  readonly answers: readonly string[]
}

export function Console({
  forms,
  spoken,
}: {
  forms: readonly ConsoleForm[]
  spoken: Spoken | undefined
}): Content {
  return (
    <section aria-labelledby="console">
      <h2 id="console">Console</h2>
      <div data-answers class="answers" role="log" aria-label="Answers" tabindex={0}>
        {spoken && <Answers {...spoken} />}
      </div>
      {forms.map(({ title, content }) => (
        <Act act="say">
          <fieldset>
            <legend>{title}</legend>
            {content}
          </fieldset>
        </Act>
      ))}
    </section>
  )
}

function Answers({ line, answers }: Spoken): Content {
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
