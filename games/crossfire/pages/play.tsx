// Where Crossfire is played; browser/play.ts makes all of it that needs script, which is all of it.
import type { PageContent, ShownIn } from '../../game.ts'

export function playPage(_: string, room: ShownIn): PageContent {
  return {
    title: 'Crossfire',
    scripts: ['crossfire-play'],
    player: true,
    content: (
      <div class="crossfire" data-play={room.path}>
        <noscript>
          <p class="card">
            To play here takes script. Clients of the game itself take the addresses on{' '}
            <a href={room.path}>the room’s page</a>.
          </p>
        </noscript>
      </div>
    ),
  }
}
