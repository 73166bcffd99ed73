import type { Game } from '../../../games/game.ts'
import type { Answers } from '../../api/responses/answers.ts'
import type { Content, Page } from './frame.tsx'

/** `share`: the progress from 0 to 1. Without `share`, the bar is hidden until a script sets the progress. */
export function ProgressBar({ label, share }: { label: string; share?: number }): Content {
  return (
    <div class="far" data-progress hidden={share === undefined}>
      <label for="far">{label}</label>
      <progress id="far" max={1} value={share ?? 0} />
      <p role="status">{share !== undefined && percent(share)}</p>
    </div>
  )
}

const percent = (share: number) => `${Math.floor(share * 100)} %`

export function creationProgressPage(game: Game, { room, share }: Answers['CreationProgress']): Page {
  return {
    title: `Creating ${room} · Packetboat`,
    scripts: ['creation-progress'],
    content: (
      <>
        <p class="over">{game.title}</p>
        <h1>
          Creating <code>{room}</code>
        </h1>
        <div data-creating={room}>
          <ProgressBar label="Progress" share={share} />
        </div>
        <p class="actions">
          <a class="button second" href={`/${room}`}>
            Refresh
          </a>
        </p>
      </>
    ),
  }
}
