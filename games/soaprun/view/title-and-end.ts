import { colourCount, itemBits, statusNumbers } from '../players/player.ts'
import { type ScenePainter, sceneSize } from './scene.ts'

/** Items that a player may bring to the goal. */
export const treasureItems = [
  [itemBits.sword, 'sword'],
  [itemBits.crown, 'crown'],
  [itemBits.shield, 'shield'],
] as const

/** The title shows soap bubbles on blue, and a player of each colour. */
export function paintTitle(painter: ScenePainter): void {
  const { surface, sheets } = painter
  surface.rect(0, 0, sceneSize.width, sceneSize.height, 'A')
  for (const [n, x] of [30, 84, 150, 214, 268, 120, 250].entries()) {
    const y = 40 + ((n * 67) % 170)
    surface
      .rect(x - 3, y - 5, 7, 11, 'a')
      .rect(x - 5, y - 3, 11, 7, 'a')
      .rect(x - 3, y - 3, 3, 3, 'W')
  }
  painter.title('soaprun', 84, 8, 'W')
  for (let color = 0; color < colourCount; color++)
    surface.drawSprite(sheets.player(color, statusNumbers.idle, false), 108 + color * 30, 150)
}

/**
 * Draws the end of the game. If the player has reached the goal, shows the player's items. `since`: frames since the
 * end.
 */
export function paintEnd(
  painter: ScenePainter,
  who: { readonly color: number; readonly status: number; readonly items: number },
  since: number,
): void {
  const { surface, sheets } = painter
  surface.rect(0, 0, sceneSize.width, sceneSize.height, 'K')
  const won = who.status === statusNumbers.goal
  painter.title(won ? 'goal!' : 'game over', 56, 6, won ? 'Y' : 'W')
  surface.drawSprite(sheets.player(who.color, who.status, Math.floor(since / 16) % 2 === 1), 152, 104)
  const brought = treasureItems.filter(([item]) => won && (who.items & item) !== 0)
  for (const [n, [, name]] of brought.entries()) {
    const left = 160 - brought.length * 30 + n * 60
    surface
      .drawSprite(sheets.carried[name], left + 26, 132)
      .write(name, left + 30 - name.length * 2, 152, 'Y')
  }
}

/** `part`: the position of the curtain, from 0 (open) to 1 (closed). */
export function paintCurtain({ surface }: ScenePainter, part: number): void {
  const width = Math.round((part * sceneSize.width) / 2)
  surface.rect(0, 0, width, sceneSize.height, 'K')
  surface.rect(sceneSize.width - width, 0, width, sceneSize.height, 'K')
}
