// [DM-9.20] The over-the-shoulder view, as drawn from the messages that spectators receive.
import { describe, expect, it } from 'vitest'
import { ShoulderCamera } from '../../../../../games/doom-2077/browser/spectator/shoulder-camera.ts'
import { WatchedMatch } from '../../../../../games/doom-2077/browser/spectator/watched-match.ts'
import { arenaMap } from '../../../../../games/doom-2077/builtin/arena/arena.ts'
import { type FromServer, fromServer } from '../../../../../games/doom-2077/packets.ts'
import { arenaGeometry, arenaLevel } from '../../match-harness.ts'

const shoulder = new ShoulderCamera(arenaGeometry)
const size = { width: 120, height: 70 }

function matchAfter(...messages: readonly FromServer[]): WatchedMatch {
  const match = new WatchedMatch()
  match.handleFrames(
    [{ type: 'LMAP', mapName: arenaMap } as const, ...messages].map((message) => fromServer.encode(message)),
    1000,
  )
  return match
}

const joins = (playerId: number, name: string): FromServer => ({ type: 'JOIN', playerId, name })
const lives = (playerId: number): FromServer => ({
  type: 'HLTH',
  playerId,
  health: 100_000,
  maxHealth: 100_000,
})
function stands(playerId: number, x: number, y: number, angle: number): FromServer {
  const z = arenaLevel.floor(arenaLevel.sectorAt(x, y)!, arenaLevel.atRest) + 41
  return { type: 'MOVE', playerId, x: x * 1000, y: y * 1000, z: z * 1000, angle: angle * 1000 }
}
const ann = [joins(4, 'Ann'), stands(4, -1180, 60, 0), lives(4)]
const look = (match: WatchedMatch, id = 4, now = 3000) => shoulder.draw(match, id, size, now)?.rgb

describe('[DM-9.20] the over-the-shoulder view', () => {
  it('shows the followed player left of the middle, and the scene ahead of the player', () => {
    const [here, other] = [
      look(matchAfter(...ann))!,
      look(matchAfter(joins(5, 'Ann'), stands(5, -1180, 60, 0), lives(5)), 5)!,
    ]
    const differ = [...here.keys()]
      .filter((at) => here[at] !== other[at])
      .map((at) => Math.floor(at / 3) % size.width)
    // The colour of a player's suit depends on the id, so pixels that change with the id belong to the player.
    expect(differ.length).toBeGreaterThan(200)
    expect(Math.max(...differ.filter((x) => x < 100))).toBeLessThan(size.width / 2 + 4)
    expect(look(matchAfter(joins(4, 'Ann'), stands(4, -1180, 60, 90), lives(4)))).not.toEqual(here)
  })

  it('shows other players standing, shooting and dying', () => {
    const bob = [joins(6, 'Bob'), stands(6, -1000, 60, 180), lives(6)]
    const [alone, both] = [look(matchAfter(...ann)), look(matchAfter(...ann, ...bob))]
    const shot = look(matchAfter(...ann, ...bob, { type: 'FIRE', playerId: 6, weapon: 1 }), 4, 1050)
    const dead = look(matchAfter(...ann, ...bob, { type: 'KILL', playerId: 6, sourceId: 4, weapon: 1 }))
    expect(new Set([alone, both, shot, dead].map(String)).size).toBe(4)
    const back = matchAfter(...ann, ...bob, { type: 'KILL', playerId: 6, sourceId: 4, weapon: 1 }, lives(6))
    expect(back.people(3000).find(({ id }) => id === 6)?.diedAt).toBeUndefined()
  })

  it('shows doors moving when the room announces it', () => {
    const door = arenaLevel.doors[0]!
    const line = arenaLevel.lines.find(({ special }) => special === 1)!
    const before = [
      joins(4, 'Ann'),
      stands(4, (line.x1 + line.x2) / 2 - 90, (line.y1 + line.y2) / 2, 0),
      lives(4),
    ]
    const shut: FromServer = { type: 'DOST', states: [false, false] }
    const open: FromServer = { type: 'OPEN', doorId: 0 }
    const [one, two] = [new ShoulderCamera(arenaGeometry), new ShoulderCamera(arenaGeometry)]
    const closed = one.draw(matchAfter(...before, shut), 4, size, 3000)!.rgb
    const match = matchAfter(...before, shut, open)
    two.draw(match, 4, size, 3000)
    expect(two.isMoving).toBe(true)
    expect(two.draw(match, 4, size, 3000 + door.travelMs + 1)!.rgb).not.toEqual(closed)
    expect(two.isMoving).toBe(false)
  })

  it('never puts the camera inside a wall', () => {
    for (const { x, y } of arenaLevel.spawns)
      for (const angle of [0, 75, 160, 250]) {
        const rgb = look(
          matchAfter(joins(4, 'Ann'), stands(4, Math.round(x), Math.round(y), angle), lives(4)),
        )!
        // Only pixels outside of all sectors are black.
        const black = rgb.some((red, at) => at % 3 === 0 && red + rgb[at + 1]! + rgb[at + 2]! === 0)
        expect([x, y, angle, black]).toEqual([x, y, angle, false])
      }
  })

  it('shows nothing for a player who has left', () => {
    expect(look(matchAfter(...ann, { type: 'QUIT', playerId: 4 }))).toBeUndefined()
    expect(look(matchAfter(...ann), 9)).toBeUndefined()
  })

  it('interpolates position and eye height between two reports', () => {
    const match = matchAfter(...ann)
    match.handleFrames([fromServer.encode({ ...stands(4, -1140, 60, 0), z: 61_000 } as FromServer)], 1100)
    const [between] = match.people(1160)
    expect([between!.position.x > -1_180_000, between!.position.x < -1_140_000, between!.isWalking]).toEqual([
      true,
      true,
      true,
    ])
    expect(between!.position.z).toBeGreaterThan(41_000)
    expect(match.people(2000)[0]).toMatchObject({ isWalking: false, position: { x: -1_140_000, z: 61_000 } })
  })
})
