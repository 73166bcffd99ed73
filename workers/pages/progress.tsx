// How far something is that takes its time: a bar with its name, and in words for who hears the page.
import type { Game } from '../../games/game.ts'
import type { Far } from '../answers/far.ts'
import type { Content, Page } from './frame.tsx'

/** Without a share it is hidden, until a script knows one. */
export function Progress({ says, share }: { says: string; share?: number }): Content {
  return (
    <div class="far" data-far hidden={share === undefined}>
      <label for="far">{says}</label>
      <progress id="far" max={1} value={share ?? 0} />
      <p role="status">{share !== undefined && percent(share)}</p>
    </div>
  )
}

const percent = (share: number) => `${Math.floor(share * 100)} %`

/** In the place of a room's page while there is no room yet. */
export function begunPage(game: Game, { room, share }: Far): Page {
  return {
    title: `Creating ${room} · Packetboat`,
    scripts: ['begun'],
    content: (
      <>
        <p class="over">{game.title}</p>
        <h1>
          Creating <code>{room}</code>
        </h1>
        <div data-begun={room}>
          <Progress says="Progress" share={share} />
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
